"use client";

import { editorText } from "#components/messages/en/editor";
import { usageText } from "#components/messages/en/usage";
import { stateMeanings, stateWords } from "#components/messages/en/words";
import { CodeBlock } from "#components/ui/code-block";
import { ConcealedText } from "#components/ui/concealed-text";
import { StateMark } from "#components/ui/state-mark";
import { Limits, Loop, Steps } from "./contract-parts";
import type { CapabilityDetails, Issue } from "./draft-model";
import { Facts, Files, Others, Trust } from "./entry-facts";
import { IssueList } from "./issue-list";
import { Part } from "./part";
import { PlaceSections } from "./place-sections";
import { SchemaView } from "./schema-view";
import { SkillLinks } from "./skill-links";
import { StateNotice } from "./state-notice";
import { UsageBlock } from "./usage-block";

const text = editorText.overview;
const SOURCE_LINES = 40;

export type OverviewProps = {
  details: CapabilityDetails;
  onGoTo: (issue: Issue) => void;
  onOpenFile: (path: string) => void;
};

/** Everything there is to know about a capability without opening a file. */
export function Overview(props: OverviewProps) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[1fr_320px] gap-x-6 overflow-auto px-4 py-3 max-desk:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-5 pb-6">
        <StateNotice details={props.details} onGoTo={props.onGoTo} />
        <Words details={props.details} />
        <PlaceSections name={props.details.name} part="prompt" />
        <SkillLinks name={props.details.name} />
        <Findings {...props} />
        <Program details={props.details} />
        <PlaceSections name={props.details.name} part="dimensions" />
      </div>
      <aside className="flex min-w-0 flex-col gap-5 pb-6">
        <Aside {...props} />
      </aside>
    </div>
  );
}

/** What it says of itself. */
function Words({ details: { summary, contract } }: { details: CapabilityDetails }) {
  return (
    <>
      {contract === null ? null : (
        <>
          <Part title={text.what}>
            <p className="max-w-[80ch] whitespace-pre-wrap break-words">
              <ConcealedText text={summary.description || text.noDescription} />
            </p>
          </Part>
          <Part title={text.when}>
            <p className="max-w-[80ch] whitespace-pre-wrap break-words">
              <ConcealedText text={summary.when || text.noWhen} />
            </p>
          </Part>
        </>
      )}
      {summary.utterances.length > 0 ? (
        <Part title={text.utterances}>
          <ul className="list-inside list-disc marker:text-muted">
            {summary.utterances.map((utterance) => (
              <li key={utterance}>{utterance}</li>
            ))}
          </ul>
        </Part>
      ) : null}
    </>
  );
}

function Findings({ details: { issues, summary }, onGoTo }: OverviewProps) {
  if (issues.length === 0 || summary.place === "broken") return null;
  return (
    <Part title={text.findings}>
      <IssueList issues={issues} onGoTo={onGoTo} />
    </Part>
  );
}

/** What it takes, gives and does. */
function Program({ details: { contract, source, summary } }: { details: CapabilityDetails }) {
  return (
    <>
      {contract && contract.type !== "skill" && contract.type !== "focus_mode" ? (
        <>
          <SchemaView label={text.input} schema={contract.contract.input} />
          <SchemaView label={text.output} schema={contract.contract.output} />
        </>
      ) : null}
      {contract?.loop ? <Loop loop={contract.loop} /> : null}
      {contract?.type === "skill" && source ? (
        <CodeBlock label={text.skillText} text={source.text} maxLines={SOURCE_LINES} />
      ) : null}
      {contract && contract.steps.length > 0 ? <Steps contract={contract} /> : null}
      {source && summary.place === "broken" ? (
        <CodeBlock label={text.source} text={source.text} maxLines={SOURCE_LINES} />
      ) : null}
    </>
  );
}

function Aside({ details, onOpenFile }: OverviewProps) {
  const { summary, contract } = details;
  const limits = contract?.limits ?? {};
  return (
    <>
      <Part title={text.state}>
        <StateMark state={summary.state} label={stateWords[summary.state]} />
        <p className="mt-1 text-muted">{stateMeanings[summary.state]}</p>
      </Part>
      <PlaceSections name={details.name} part="aside" />
      {summary.place === "current" ? (
        <Part title={usageText.title}>
          <UsageBlock name={details.name} />
        </Part>
      ) : null}
      <Part title={text.facts}>
        <Facts details={details} />
      </Part>
      <Part title={text.trust}>
        <Trust trust={details.trust} />
      </Part>
      {Object.keys(limits).length > 0 ? <Limits limits={limits} /> : null}
      {details.files.length > 0 ? (
        <Part title={text.files}>
          <Files files={details.files} onOpenFile={onOpenFile} />
        </Part>
      ) : null}
      {details.others.length > 0 ? (
        <Part title={text.others}>
          <Others others={details.others} />
        </Part>
      ) : null}
    </>
  );
}
