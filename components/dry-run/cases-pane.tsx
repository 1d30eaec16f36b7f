"use client";

import { Ban, CircleCheck, CircleDashed, CircleX, Play, Square } from "lucide-react";
import Link from "next/link";
import { findProblem } from "#components/api";
import { dryRunText } from "#components/messages/en/dry-run";
import { toProblemText } from "#components/messages/en/problem";
import { Button } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDuration } from "#components/ui/format";
import { Spinner } from "#components/ui/spinner";
import { type CaseResult, toCaseLines } from "./cases-model";
import type { SubjectChoice } from "./dry-run-store";
import { useCaseRun } from "./use-case-run";

const text = dryRunText.cases;

export type CasesPaneProps = {
  name: string;
  /** The text of cases.jsonl as it is in sight; null when there is no such file. */
  file: string | null;
  choice: SubjectChoice;
  onEdit: () => void;
};

/** All cases of a capability, run one after the other, each result as it is known. */
export function CasesPane({ name, file, choice, onEdit }: CasesPaneProps) {
  const { run, start, stop } = useCaseRun(name);
  const cases = file === null ? [] : toCaseLines(file);
  const problem = findProblem(run.error);
  if (cases.length === 0) {
    return <EmptyState sentence={text.none} action={<Button onPress={onEdit}>{text.add}</Button>} />;
  }
  const passed = run.results.filter((result) => result.kind === "passed").length;
  const isRunning = run.state === "running";
  return (
    <section aria-label={text.title} className="flex min-h-0 flex-1 flex-col overflow-auto">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-2">
        <Button
          variant="primary"
          icon={<Play aria-hidden size={13} />}
          isPending={isRunning}
          onPress={() => start(choice.subject)}
        >
          {text.runAll}
        </Button>
        {isRunning ? (
          <Button icon={<Square aria-hidden size={12} />} onPress={stop}>
            {text.stop}
          </Button>
        ) : null}
        <span className="text-muted">
          {dryRunText.runs} <span className="font-medium text-fg">{choice.label}</span>
        </span>
        <span role="status" className="text-muted" data-status={run.state}>
          {isRunning
            ? text.progress(run.results.length, cases.length)
            : run.state === "finished"
              ? text.summary(passed, run.results.length)
              : run.state === "stopped"
                ? text.stopped(run.results.length)
                : null}
        </span>
        <Button variant="quiet" className="ml-auto" onPress={onEdit}>
          {text.edit}
        </Button>
      </header>
      {problem ? <ErrorPanel className="m-3" {...toProblemText(problem, text.failedToRun)} /> : null}
      <ol>
        {cases.map((line, index) => (
          <CaseRow
            key={line.line}
            name={line.name || text.line(line.line)}
            line={line.line}
            result={run.results.find((result) => result.line === line.line)}
            isRunning={isRunning && index === run.results.length}
          />
        ))}
      </ol>
    </section>
  );
}

const icons = { passed: CircleCheck, failed: CircleX, broken: Ban };
const hues = { passed: "text-trusted", failed: "text-danger", broken: "text-danger" };

type CaseRowProps = { name: string; line: number; result: CaseResult | undefined; isRunning: boolean };

function CaseRow({ name, line, result, isRunning }: CaseRowProps) {
  const Icon = result ? icons[result.kind] : CircleDashed;
  const word = result ? text[result.kind] : isRunning ? text.running : text.waiting;
  return (
    <li className="flex items-start gap-2 border-line border-b px-3 py-1.5">
      <span className={`mt-0.5 ${result ? hues[result.kind] : "text-muted"}`}>
        {isRunning ? <Spinner /> : <Icon aria-hidden size={14} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="break-words font-medium">
            <ConcealedText text={name} />
          </span>
          <span className={result ? hues[result.kind] : "text-muted"}>{word}</span>
          <span className="text-meta text-muted">{text.line(line)}</span>
        </p>
        {result?.problem ? <ErrorPanel className="mt-1" {...toProblemText(result.problem)} /> : null}
        {result && result.differences.length > 0 ? (
          <ul aria-label={text.differences} className="list-inside list-disc">
            {result.differences.map((difference) => (
              <li key={difference} className="break-words">
                <ConcealedText text={difference} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {result ? (
        <span className="shrink-0 text-meta text-muted tabular-nums">{formatDuration(result.durationMs)}</span>
      ) : null}
      {result?.executionId ? (
        <Link
          href={`/executions/${result.executionId}`}
          prefetch={false}
          className="shrink-0 text-accent-text underline"
        >
          {text.execution}
        </Link>
      ) : null}
    </li>
  );
}
