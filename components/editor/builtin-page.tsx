"use client";

import type { ApiOutputs } from "#components/api";
import { diagnoseText } from "#components/messages/en/diagnose";
import { editorText } from "#components/messages/en/editor";
import { placeText } from "#components/messages/en/place";
import { usageText } from "#components/messages/en/usage";
import { stateMeanings, stateWords } from "#components/messages/en/words";
import { LinkButton } from "#components/ui/button";
import { Chip } from "#components/ui/chip";
import { ErrorPanel } from "#components/ui/error-panel";
import { StateMark } from "#components/ui/state-mark";
import { Tabs } from "#components/ui/tabs";
import { TypeIcon } from "#components/ui/type-icon";
import { DiagnosePanel } from "./diagnose-panel";
import { Part } from "./part";
import { PlaceSections } from "./place-sections";
import { SchemaView } from "./schema-view";
import { SkillLinks } from "./skill-links";
import { UsageBlock } from "./usage-block";

export type BuiltinDetails = Extract<ApiOutputs["capability"]["get"], { kind: "builtin" }>;

const text = placeText.builtin;
const words = editorText.overview;

/** A tool of the tree that no root holds: nothing of it can be edited, but why nothing calls it can be read. */
export function BuiltinPage({ details }: { details: BuiltinDetails }) {
  const { name, title, isSubAgent, disabled } = details;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 pt-2 pb-1">
        <TypeIcon kind="tool" size={15} />
        <h1 className="min-w-0 break-words font-semibold text-heading">{name}</h1>
        {title === name ? null : <span className="min-w-0 truncate text-muted">{title}</span>}
        <Chip>{isSubAgent ? text.kinds.subagent : text.kinds.tool}</Chip>
        {disabled === null ? null : (
          <StateMark state="disabled" label={stateWords.disabled} reason={stateMeanings.disabled} />
        )}
      </header>
      <Tabs
        label={editorText.tabList}
        tabs={[
          { id: "overview", label: editorText.tabs.overview, content: <BuiltinOverview details={details} /> },
          { id: "diagnose", label: diagnoseText.tab, content: <DiagnosePanel name={name} /> },
        ]}
      />
    </div>
  );
}

function BuiltinOverview({ details }: { details: BuiltinDetails }) {
  const { name, description, when, disabled, schemas } = details;
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[1fr_320px] gap-x-6 overflow-auto px-4 py-3 max-desk:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-5 pb-6">
        {disabled === null ? null : (
          <ErrorPanel
            tone="warn"
            title={disabled.reason}
            next={words.disabledBy(disabled.enabledBy)}
            action={schemas === null ? <LinkButton href={toNewHref(name)}>{text.make}</LinkButton> : null}
          />
        )}
        <Part title={words.what}>
          <p className="max-w-[80ch] whitespace-pre-wrap break-words">{description || text.noDescription}</p>
        </Part>
        {when === "" ? null : (
          <Part title={words.when}>
            <p className="max-w-[80ch] whitespace-pre-wrap break-words">{when}</p>
          </Part>
        )}
        <PlaceSections name={name} part="prompt" />
        <SkillLinks name={name} />
        {schemas === null ? (
          <Part title={words.input}>
            <p className="text-muted">{text.schema}</p>
          </Part>
        ) : (
          <>
            <SchemaView label={words.input} schema={schemas.input} />
            <SchemaView label={words.output} schema={schemas.output} />
          </>
        )}
        <PlaceSections name={name} part="dimensions" />
      </div>
      <aside className="flex min-w-0 flex-col gap-5 pb-6">
        <PlaceSections name={name} part="aside" />
        <Part title={usageText.title}>
          <UsageBlock name={name} />
        </Part>
      </aside>
    </div>
  );
}

function toNewHref(name: string): string {
  return `/capabilities?new=1&called=${encodeURIComponent(name)}`;
}
