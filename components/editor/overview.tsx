"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { toOriginText } from "#components/exchange/origin";
import { editorText } from "#components/messages/en/editor";
import { exchangeText } from "#components/messages/en/exchange";
import { usageText } from "#components/messages/en/usage";
import { stateMeanings, stateWords, tierWords, typeWords } from "#components/messages/en/words";
import { Chip } from "#components/ui/chip";
import { CodeBlock } from "#components/ui/code-block";
import { CopyButton } from "#components/ui/copy-button";
import { formatBytes, formatDigest } from "#components/ui/format";
import { StateMark } from "#components/ui/state-mark";
import { RelativeTime } from "#components/ui/time";
import { toDimensionLines } from "./dimension-lines";
import type { CapabilityDetails, Issue } from "./draft-model";
import { IssueList } from "./issue-list";
import { SchemaView } from "./schema-view";
import { StateNotice } from "./state-notice";
import { UsageBlock } from "./usage-block";

const text = editorText.overview;
const words = editorText.facts;
const SOURCE_LINES = 40;
const tiers: ReadonlyMap<string, string> = new Map(Object.entries(tierWords));

export type OverviewProps = {
  details: CapabilityDetails;
  onGoTo: (issue: Issue) => void;
  onOpenFile: (path: string) => void;
};

/** Everything there is to know about a capability without opening a file. */
export function Overview({ details, onGoTo, onOpenFile }: OverviewProps) {
  const { summary, contract, issues } = details;
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[1fr_320px] gap-x-6 overflow-auto px-4 py-3 max-desk:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-5 pb-6">
        <StateNotice details={details} onGoTo={onGoTo} />
        {contract === null ? null : (
          <>
            <Part title={text.what}>
              <p className="max-w-[80ch] whitespace-pre-wrap break-words">
                {summary.description || text.noDescription}
              </p>
            </Part>
            <Part title={text.when}>
              <p className="max-w-[80ch] whitespace-pre-wrap break-words">{summary.when || text.noWhen}</p>
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
        {issues.length > 0 && summary.place !== "broken" ? (
          <Part title={text.findings}>
            <IssueList issues={issues} onGoTo={onGoTo} />
          </Part>
        ) : null}
        {contract && contract.type !== "skill" && contract.type !== "focus_mode" ? (
          <>
            <SchemaView label={text.input} schema={contract.contract.input} />
            <SchemaView label={text.output} schema={contract.contract.output} />
          </>
        ) : null}
        {contract?.loop ? <Loop loop={contract.loop} /> : null}
        {contract?.type === "skill" && details.source ? (
          <CodeBlock label={text.skillText} text={details.source.text} maxLines={SOURCE_LINES} />
        ) : null}
        {contract && contract.steps.length > 0 ? <Steps contract={contract} /> : null}
        {details.source && summary.place === "broken" ? (
          <CodeBlock label={text.source} text={details.source.text} maxLines={SOURCE_LINES} />
        ) : null}
      </div>
      <aside className="flex min-w-0 flex-col gap-5 pb-6">
        <Part title={text.state}>
          <StateMark state={summary.state} label={stateWords[summary.state]} />
          <p className="mt-1 text-muted">{stateMeanings[summary.state]}</p>
        </Part>
        <Part title={text.facts}>
          <Facts details={details} />
        </Part>
        <Part title={text.trust}>
          <Trust trust={details.trust} />
        </Part>
        {summary.place === "current" ? (
          <Part title={usageText.title}>
            <UsageBlock name={details.name} />
          </Part>
        ) : null}
        {contract ? <Needs contract={contract} /> : null}
        {details.files.length > 0 ? (
          <Part title={text.files}>
            <Files files={details.files} onOpenFile={onOpenFile} />
          </Part>
        ) : null}
        {contract ? (
          <Part title={text.dimensions}>
            <Dimensions tree={contract.tree} />
          </Part>
        ) : null}
        {details.others.length > 0 ? (
          <Part title={text.others}>
            <Others others={details.others} />
          </Part>
        ) : null}
      </aside>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ details: { summary, contract } }: { details: CapabilityDetails }) {
  const origin = toOriginText(contract);
  return (
    <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-0.5">
      <Fact name={words.type}>{summary.type === null ? words.unknown : typeWords[summary.type]}</Fact>
      {summary.version === null ? null : <Fact name={words.version}>{summary.version}</Fact>}
      {summary.digest === null ? null : (
        <Fact name={words.digest}>
          <code title={summary.digest}>{formatDigest(summary.digest)}</code>
          <CopyButton text={summary.digest} label={words.copyDigest} />
        </Fact>
      )}
      <Fact name={words.layer}>{words.layers[summary.layer]}</Fact>
      <Place summary={summary} />
      {origin === null ? null : <Fact name={exchangeText.imported}>{origin}</Fact>}
      {summary.sensitivity === null ? null : <Fact name={words.sensitivity}>{summary.sensitivity}</Fact>}
      {summary.type === null ? null : (
        <>
          <Fact name={words.tier}>{tiers.get(summary.minTier) ?? summary.minTier}</Fact>
          <Fact name={words.approval}>{summary.approvalType}</Fact>
        </>
      )}
      {summary.shadowedBy === null ? null : (
        <Fact name={text.shadowedBy}>
          <code className="min-w-0 break-all">{summary.shadowedBy}</code>
        </Fact>
      )}
    </dl>
  );
}

/** Root and folder; of a name that only a draft has, where an approval would write it. */
function Place({ summary }: { summary: CapabilityDetails["summary"] }) {
  if (summary.place === "draft" && summary.rootPath === "") return <Fact name={words.goesTo}>{words.noRoot}</Fact>;
  return (
    <>
      {summary.place === "draft" ? null : (
        <Fact name={words.root}>
          <code className="min-w-0 break-all">{summary.rootPath}</code>
        </Fact>
      )}
      <Fact name={summary.place === "draft" ? words.goesTo : words.folder}>
        <code className="min-w-0 break-all">{summary.folder}</code>
        <CopyButton text={summary.folder} label={words.copyFolder} />
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 items-start gap-1 break-words">{children}</dd>
    </>
  );
}

function Trust({ trust }: { trust: CapabilityDetails["trust"] }) {
  if (trust === null) return <p className="text-muted">{text.noTrust}</p>;
  return (
    <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-0.5">
      <Fact name={text.trustedBy}>{trust.trustedBy}</Fact>
      <Fact name={text.trustedAt}>
        <RelativeTime at={trust.trustedAt} />
      </Fact>
      {trust.reason === "" ? null : <Fact name={text.trustReason}>{trust.reason}</Fact>}
    </dl>
  );
}

type Contract = NonNullable<CapabilityDetails["contract"]>;

function Needs({ contract }: { contract: Contract }) {
  const limits = Object.entries(contract.limits);
  return (
    <>
      {contract.uses.length > 0 ? (
        <Part title={text.uses}>
          <ul className="flex flex-wrap gap-x-3">
            {contract.uses.map(({ capability }) => (
              <li key={capability}>
                <Link href={`/capabilities/${encodeURIComponent(capability)}`} className="text-accent-text underline">
                  {capability}
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {contract.requires.length > 0 ? (
        <Part title={text.requires}>
          <div className="flex flex-wrap gap-1">
            {contract.requires.map((service) => (
              <Chip key={service}>{service}</Chip>
            ))}
          </div>
        </Part>
      ) : null}
      {limits.length > 0 ? (
        <Part title={text.limits}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3">
            {limits.map(([name, value]) => (
              <Fact key={name} name={name}>
                <span className="tabular-nums">
                  {typeof value === "number" ? value.toLocaleString("en-US") : String(value)}
                </span>
              </Fact>
            ))}
          </dl>
        </Part>
      ) : null}
    </>
  );
}

function Steps({ contract }: { contract: Contract }) {
  return (
    <Part title={text.steps}>
      <ol className="border-line border-t">
        {contract.steps.map((step) => (
          <li key={step.id} className="flex flex-wrap items-baseline gap-x-2 border-line border-b py-1">
            <code className="font-medium">{step.id}</code>
            <Chip>{step.kind}</Chip>
            <span className="text-muted">
              {[step.capability, step.prompt, step.file, step.model].filter(Boolean).join(", ")}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Loop({ loop }: { loop: NonNullable<Contract["loop"]> }) {
  return (
    <Part title={text.loop}>
      <p className="max-w-[80ch] whitespace-pre-wrap break-words">{loop.instructions}</p>
      <dl className="mt-1 grid grid-cols-[120px_1fr] gap-x-3 gap-y-0.5">
        <Fact name={text.loopActions}>{loop.actions?.join(", ") ?? text.loopAll}</Fact>
        <Fact name={text.loopCapabilities}>{loop.capabilities?.join(", ") ?? text.loopAll}</Fact>
      </dl>
    </Part>
  );
}

type FilesProps = { files: CapabilityDetails["files"]; onOpenFile: (path: string) => void };

function Files({ files, onOpenFile }: FilesProps) {
  return (
    <ul>
      {files.map((file) => (
        <li key={file.path} className="flex items-center gap-2" title={file.note ?? file.digest}>
          <button
            type="button"
            onClick={() => onOpenFile(file.path)}
            className="min-w-0 flex-1 truncate rounded-sm text-left text-accent-text underline pointer-coarse:min-h-8"
          >
            <code>{file.path}</code>
          </button>
          <span className="shrink-0 text-meta text-muted tabular-nums">{formatBytes(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}

function Dimensions({ tree }: { tree: Contract["tree"] }) {
  const lines = toDimensionLines(tree);
  if (lines.length === 0) return <p className="text-muted">{text.defaultDimensions}</p>;
  return (
    <dl className="grid grid-cols-[minmax(88px,auto)_1fr] gap-x-3 gap-y-0.5">
      {lines.map((line) => (
        <Fact key={line.name} name={line.name}>
          {line.value}
        </Fact>
      ))}
    </dl>
  );
}

function Others({ others }: { others: CapabilityDetails["others"] }) {
  return (
    <ul className="flex flex-col gap-1">
      {others.map((other) => (
        <li key={other.folder} className="flex items-start gap-2">
          <StateMark state={other.state} label={stateWords[other.state]} />
          <span className="min-w-0 flex-1">
            <code className="break-all">{other.folder}</code>
            <span className="block text-meta text-muted">
              {[other.version, other.digest === null ? "" : formatDigest(other.digest)].filter(Boolean).join(", ")}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
