"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { findProblem, useApi } from "#components/api";
import { dryRunText } from "#components/messages/en/dry-run";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { ExecutionLines } from "#components/timeline/execution-lines";
import { applyExecutionEvents, EMPTY_EXECUTION } from "#components/timeline/execution-model";
import { ExecutionOutcome } from "#components/timeline/execution-outcome";
import { useNowWhile } from "#components/timeline/use-now-while";
import { useRunEvents } from "#components/timeline/use-run-events";
import { useStoredOutcome } from "#components/timeline/use-stored-outcome";
import { Badge } from "#components/ui/badge";
import { Button, LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDigest, formatDuration } from "#components/ui/format";
import { Spinner } from "#components/ui/spinner";
import type { RunState } from "#server/loop/events";

const text = dryRunText;
const GOES_ON = new Set(["queued", "running"]);

export type ExecutionViewProps = { id: string; label: string };

/** One execution beside its editor, live: state, output, everything that happened. */
export function ExecutionView({ id, label }: ExecutionViewProps) {
  const api = useApi();
  const { value, error } = useRunEvents(id, EMPTY_EXECUTION, applyExecutionEvents);
  const view = useStoredOutcome(value);
  const cancel = useMutation(api.execution.cancel.mutationOptions());
  const isOn = view.state === null || GOES_ON.has(view.state);
  const now = useNowWhile(isOn);
  const problem = findProblem(error ?? cancel.error);
  return (
    <div className="flex min-w-0 flex-col gap-2" data-status={view.state ?? "queued"}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={toTone(view.state)} icon={isOn ? <Spinner /> : null}>
          {runsText.states[view.state ?? "queued"]}
        </Badge>
        {isOn && now !== null && view.startedAt !== null ? (
          <span className="text-meta text-muted tabular-nums">{formatDuration(Math.max(0, now - view.startedAt))}</span>
        ) : null}
        <span className="text-meta text-muted">{label}</span>
        {view.started ? (
          <code className="text-meta text-muted" title={view.started.digest}>
            {formatDigest(view.started.digest)}
          </code>
        ) : null}
        <span className="flex-1" />
        {isOn ? (
          <Button size="small" variant="danger" isPending={cancel.isPending} onPress={() => cancel.mutate({ id })}>
            {text.cancel}
          </Button>
        ) : null}
        <Link href={`/executions/${id}`} prefetch={false} className="text-accent-text underline">
          {text.openExecution}
        </Link>
      </div>
      {problem ? <ErrorPanel {...toProblemText(problem, text.cancelFailed)} /> : null}
      {view.finished?.problem?.code === "E_SANDBOX_LEVEL" ? <LevelFix /> : null}
      <ExecutionOutcome view={view} />
      <h3 className="text-meta text-muted">{text.happened}</h3>
      <ExecutionLines view={view} />
    </div>
  );
}

function toTone(state: RunState | null): "accent" | "good" | "neutral" | "danger" {
  if (state === null || GOES_ON.has(state)) return "accent";
  if (state === "completed") return "good";
  return state === "cancelled" ? "neutral" : "danger";
}

/** The command and the place that raise the level. */
function LevelFix() {
  const api = useApi();
  const sandbox = useQuery(api.sandbox.get.queryOptions());
  return (
    <ErrorPanel
      tone="warn"
      title={text.level.title}
      meaning={sandbox.data?.missing ?? undefined}
      next={sandbox.data?.fix?.sentence}
      command={sandbox.data?.fix?.command}
      action={<LinkButton href="/settings#sandbox">{text.level.settings}</LinkButton>}
    />
  );
}
