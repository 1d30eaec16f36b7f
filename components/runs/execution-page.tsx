"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { typeWords } from "#components/messages/en/words";
import { ExecutionLines } from "#components/timeline/execution-lines";
import { applyExecutionEvents, EMPTY_EXECUTION, type ExecutionView } from "#components/timeline/execution-model";
import { ExecutionOutcome } from "#components/timeline/execution-outcome";
import { StoredJson } from "#components/timeline/stored-json";
import { useRunEvents } from "#components/timeline/use-run-events";
import { useStoredOutcome } from "#components/timeline/use-stored-outcome";
import { Badge } from "#components/ui/badge";
import { Button, LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDigest } from "#components/ui/format";
import { SkeletonRows } from "#components/ui/skeleton";
import { RelativeTime } from "#components/ui/time";
import { TypeIcon } from "#components/ui/type-icon";
import { RunStateBadge } from "./run-state-badge";

const text = runsText.execution;
const GOES_ON = new Set(["queued", "running"]);

export type ExecutionPageProps = { id: string };

/** One execution of one capability: what went in, everything that happened, what came out. */
export function ExecutionPage({ id }: ExecutionPageProps) {
  const { value, error } = useRunEvents(id, EMPTY_EXECUTION, applyExecutionEvents);
  const view = useStoredOutcome(value);
  const problem = findProblem(error);
  if (view.lastSeq === 0) {
    if (!problem) return <SkeletonRows rows={8} label={runsText.connection.connecting} />;
    return (
      <div className="p-3">
        <ErrorPanel
          {...toProblemText(problem)}
          action={<LinkButton href="/runs?kind=execution">{runsText.head.toList}</LinkButton>}
        />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <ExecutionHead id={id} view={view} />
      <div className="flex min-w-0 flex-col gap-4 p-3">
        <ExecutionOutcome view={view} />
        <Part title={text.lines}>
          <ExecutionLines view={view} />
        </Part>
        {view.startedEvent ? (
          <Part title={text.input}>
            <StoredJson label={text.input} event={view.startedEvent} pick={toInput} />
          </Part>
        ) : null}
      </div>
    </div>
  );
}

function toInput(payload: unknown): unknown {
  return typeof payload === "object" && payload !== null && "input" in payload ? payload.input : payload;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function ExecutionHead({ id, view }: { id: string; view: ExecutionView }) {
  const api = useApi();
  const cancel = useMutation(api.execution.cancel.mutationOptions());
  const problem = findProblem(cancel.error);
  const { started, state } = view;
  // A long input takes the whole beginning of the log out of line; the name is in the head of the log as well.
  const head = useQuery(api.execution.get.queryOptions({ id }, { enabled: started === undefined }));
  const name = started?.name ?? head.data?.title;
  return (
    <header className="flex shrink-0 flex-col gap-1.5 border-line border-b px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        {started ? <TypeIcon kind={started.type} label={typeWords[started.type]} /> : null}
        <h1 className="min-w-0 flex-1 truncate font-semibold text-heading">
          {name ? (
            <Link href={`/capabilities/${name}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            runsText.executionLabel
          )}
        </h1>
        {state ? <RunStateBadge state={state} /> : null}
        {state && GOES_ON.has(state) ? (
          <Button variant="danger" size="small" isPending={cancel.isPending} onPress={() => cancel.mutate({ id })}>
            {text.cancel}
          </Button>
        ) : null}
      </div>
      {started ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-muted">
          <Badge tone={started.isTrusted ? "good" : "warn"}>
            {started.isBuffer ? text.buffer : started.isTrusted ? text.trusted : text.draft}
          </Badge>
          <code title={started.digest}>{formatDigest(started.digest)}</code>
          <span>{runsText.sources[started.source]}</span>
          <span>{runsText.head.startedBy(started.startedBy)}</span>
          {view.startedAt === null ? null : <RelativeTime at={view.startedAt} />}
          {started.runId ? (
            <span>
              {text.parent}{" "}
              <Link href={`/runs/${started.runId}`} className="text-accent-text underline">
                <code>{started.runId}</code>
              </Link>
            </span>
          ) : null}
        </div>
      ) : null}
      {problem ? <ErrorPanel {...toProblemText(problem, text.cancelFailed)} /> : null}
    </header>
  );
}
