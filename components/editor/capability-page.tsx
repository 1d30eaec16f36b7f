"use client";

import { useQuery } from "@tanstack/react-query";
import { FileOutput } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { toFirstInput } from "#components/dry-run/cases-model";
import { CasesPane } from "#components/dry-run/cases-pane";
import { DryRunPane } from "#components/dry-run/dry-run-pane";
import type { SubjectChoice } from "#components/dry-run/dry-run-store";
import { toSample } from "#components/dry-run/sample-from-schema";
import { useDryRun } from "#components/dry-run/use-dry-run";
import { diagnoseText } from "#components/messages/en/diagnose";
import { dryRunText } from "#components/messages/en/dry-run";
import { editorText } from "#components/messages/en/editor";
import { exchangeText } from "#components/messages/en/exchange";
import { toProblemText } from "#components/messages/en/problem";
import { stateMeanings, stateWords, typeWords } from "#components/messages/en/words";
import { LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDigest } from "#components/ui/format";
import { IconButton } from "#components/ui/icon-button";
import { Panes } from "#components/ui/panes";
import { SkeletonRows } from "#components/ui/skeleton";
import { StateMark } from "#components/ui/state-mark";
import { type TabEntry, Tabs } from "#components/ui/tabs";
import { TypeIcon } from "#components/ui/type-icon";
import { useIsWide } from "#components/ui/use-is-wide";
import { useUrlState } from "#components/ui/use-url-state";
import { BuiltinPage } from "./builtin-page";
import { DiagnosePanel } from "./diagnose-panel";
import { type CapabilityDetails, type DraftState, type StoredDraft, toChanges } from "./draft-model";
import { EditPane } from "./edit-pane";
import { Overview } from "./overview";
import { useDraftSession } from "./use-draft-session";
import { useFreshDetails } from "./use-fresh-details";

const ExportDialog = dynamic(async () => (await import("#components/exchange/export-dialog")).ExportDialog, {
  ssr: false,
});

const text = editorText;
const CASES = "cases.jsonl";

export type CapabilityPageProps = { name: string };

/** One capability: read it, edit it, run it, run its cases. Of a built-in tool, what there is to read. */
export function CapabilityPage({ name }: CapabilityPageProps) {
  const api = useApi();
  const [generation, setGeneration] = useState(0);
  const capability = useQuery(api.capability.get.queryOptions({ name }));
  // A session begins with what the server holds now and from then on knows better than any cache.
  const draft = useQuery(api.draft.get.queryOptions({ name }, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }));
  const problem = findProblem(capability.error ?? draft.error);
  if (capability.data?.kind === "builtin") return <BuiltinPage details={capability.data} />;
  if (capability.data && draft.data !== undefined) {
    const reload = async () => {
      await Promise.all([capability.refetch(), draft.refetch()]);
      setGeneration((current) => current + 1);
    };
    return (
      <CapabilityBody key={generation} details={capability.data} draft={draft.data} onReload={() => void reload()} />
    );
  }
  if (problem) {
    return (
      <div className="p-3">
        <ErrorPanel {...toProblemText(problem)} action={<LinkButton href="/capabilities">{text.toList}</LinkButton>} />
      </div>
    );
  }
  return <SkeletonRows rows={10} label={text.loading} />;
}

type CapabilityBodyProps = { details: CapabilityDetails; draft: StoredDraft | null; onReload: () => void };

function CapabilityBody({ details, draft, onReload }: CapabilityBodyProps) {
  const url = useUrlState();
  const isWide = useIsWide();
  const { session, state } = useDraftSession(details, draft);
  useFreshDetails(details, state.revision);
  const { summary, contract } = details;
  const cases = state.buffer.get(CASES) ?? null;
  const firstCase = cases === null ? null : toFirstInput(cases);
  const schema = contract?.contract.input;
  const dryRun = useDryRun(details.name, () => firstCase ?? JSON.stringify(toSample(schema), null, 2));
  const choice = toChoice(details, state);
  const run = () => {
    if (!isWide) url.set({ tab: "dry-run" });
    void dryRun.start(choice);
  };
  const editing = <EditPane details={details} session={session} state={state} onRun={run} onReload={onReload} />;
  const dryRunPane = (
    <DryRunPane
      name={details.name}
      schema={schema}
      firstCase={firstCase}
      dryRun={dryRun}
      choice={choice}
      isTrusted={choice.subject.kind === "current" && summary.state === "trusted"}
    />
  );
  const asked = url.get("tab");
  const isRunnable = summary.type !== "skill" && summary.type !== "focus_mode";
  const isEditable = summary.place !== "pending" && summary.composedFrom === null;
  const isBeside = isWide && isRunnable && isEditable;
  const openFile = useOpenFile(summary.composedFrom);
  const overview: TabEntry = {
    id: "overview",
    label: text.tabs.overview,
    content: (
      <Overview
        details={details}
        onGoTo={(issue) => openFile(toFileName(issue.file), issue.line)}
        onOpenFile={(path) => openFile(path, null)}
      />
    ),
  };
  const edit: TabEntry = {
    // Side by side, the two tabs are one place.
    id: isBeside && asked === "dry-run" ? "dry-run" : "edit",
    label: isBeside ? text.editBesideDryRun : text.tabs.edit,
    content: isBeside ? (
      <Panes
        name="editor"
        main={editing}
        mainLabel={text.tabs.edit}
        inspector={dryRunPane}
        inspectorLabel={text.sidePane}
        inspectorWidth={440}
        phonePane="main"
      />
    ) : (
      editing
    ),
  };
  const editCases = () => {
    if (isEditable && !session.getState().buffer.has(CASES)) session.change({ path: CASES, text: "" });
    openFile(CASES, null);
  };
  const casesTab: TabEntry = {
    id: "cases",
    label: text.tabs.cases,
    content: <CasesPane name={details.name} file={cases} choice={choice} onEdit={editCases} />,
  };
  const runTabs: TabEntry[] = isBeside
    ? [casesTab]
    : [{ id: "dry-run", label: text.tabs["dry-run"], content: dryRunPane }, casesTab];
  const diagnose: TabEntry = {
    id: "diagnose",
    label: diagnoseText.tab,
    // Another digest or state is another answer.
    content: <DiagnosePanel key={`${summary.digest} ${summary.state}`} name={details.name} />,
  };
  // The registry knows nothing yet of a name that only a draft has.
  const diagnoses = summary.place === "draft" ? [] : [diagnose];
  const runs = isRunnable && summary.place !== "pending" ? runTabs : [];
  const tabs = [...(isEditable ? [edit] : []), ...runs, ...diagnoses];
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Head details={details} />
      <Tabs label={text.tabList} tabs={[overview, ...tabs]} />
    </div>
  );
}

/** Opens a file in the editor; what is compiled from a skill is edited on the skill's page. */
function useOpenFile(skill: string | null): (file: string, line: number | null) => void {
  const url = useUrlState();
  const router = useRouter();
  return (file, line) => {
    if (skill === null) url.set({ tab: "edit", file, line: line === null ? null : String(line) });
    else router.push(toEditHref(skill, file, line));
  };
}

function toEditHref(skill: string, file: string, line: number | null): string {
  const query = new URLSearchParams({ tab: "edit", file, ...(line === null ? {} : { line: String(line) }) });
  return `/capabilities/${encodeURIComponent(skill)}?${query}`;
}

function Head({ details: { name, summary } }: { details: CapabilityDetails }) {
  const [isExporting, setExporting] = useState(false);
  const isExportable = summary.type !== null && summary.type !== "focus_mode" && summary.place !== "pending";
  return (
    <header className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 pt-2 pb-1">
      {summary.type === null ? null : <TypeIcon kind={summary.type} label={typeWords[summary.type]} size={15} />}
      <h1 className="min-w-0 break-words font-semibold text-heading">{name}</h1>
      {summary.title === name ? null : <span className="min-w-0 truncate text-muted">{summary.title}</span>}
      <StateMark state={summary.state} label={stateWords[summary.state]} reason={stateMeanings[summary.state]} />
      <span className="text-meta text-muted">{summary.version}</span>
      {summary.digest === null ? null : (
        <code className="text-meta text-muted" title={summary.digest}>
          {formatDigest(summary.digest)}
        </code>
      )}
      {isExportable ? (
        <IconButton
          label={exchangeText.export.action}
          icon={<FileOutput size={14} />}
          onPress={() => setExporting(true)}
          className="ml-auto"
        />
      ) : null}
      {isExporting ? (
        <ExportDialog
          names={[name]}
          firstFormat={summary.type === "skill" ? "skill" : "mcp"}
          onClose={() => setExporting(false)}
        />
      ) : null}
    </header>
  );
}

/** The bytes in sight: unsaved text, the stored draft, or what is on disk. */
function toChoice({ summary }: CapabilityDetails, state: DraftState): SubjectChoice {
  const words = dryRunText.bytes;
  const changes = toChanges(state.saved, state.buffer);
  if (changes.length > 0) return { subject: { kind: "buffer", changes }, label: words.buffer };
  if (state.revision > 0) return { subject: { kind: "draft" }, label: words.draft(state.revision) };
  return {
    subject: { kind: "current" },
    label: summary.state === "trusted" ? words.trusted : words.onDisk(stateWords[summary.state]),
  };
}

function toFileName(path: string): string {
  return path.includes("CAPABILITY.yaml") ? "CAPABILITY.yaml" : path;
}
