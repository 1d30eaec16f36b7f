"use client";

import { useMutation } from "@tanstack/react-query";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import type { RunTimeline } from "#components/timeline/timeline-model";
import type { LiveState } from "#components/timeline/use-run-events";
import { Badge } from "#components/ui/badge";
import { Button, LinkButton } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import { CopyButton } from "#components/ui/copy-button";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDuration } from "#components/ui/format";
import { RelativeTime } from "#components/ui/time";
import { RunStateBadge } from "./run-state-badge";
import { TierExplanation } from "./tier-explanation";

const text = runsText.head;
const MESSAGE_CHARACTERS = 1_000;
const ANSWER_CHARACTERS = 20_000;
const ACTIVE = new Set(["queued", "running", "waiting", "paused"]);

export type RunHeadProps = { id: string; timeline: RunTimeline; now: number | null; connection: LiveState };

/** The question, where the run stands, and the answer. */
export function RunHead({ id, timeline, now, connection }: RunHeadProps) {
  const { head } = timeline;
  const api = useApi();
  const cancel = useMutation(api.run.cancel.mutationOptions());
  const resume = useMutation(api.run.resume.mutationOptions());
  const cancelProblem = findProblem(cancel.error);
  const resumeProblem = findProblem(resume.error);
  const end = head.endedAt ?? now;
  const { started, state } = head;
  return (
    <header className="flex max-h-[45%] shrink-0 flex-col gap-2 overflow-y-auto border-line border-b px-3 py-2.5">
      <div className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-1.5">
        <h1 className="min-w-0 flex-1 basis-60 whitespace-pre-wrap break-words font-semibold text-heading">
          <InertText text={started?.message ?? runsText.runLabel} charactersMax={MESSAGE_CHARACTERS} />
        </h1>
        {state ? <RunStateBadge state={state} /> : null}
        {state && ACTIVE.has(state) ? (
          <Button variant="danger" size="small" isPending={cancel.isPending} onPress={() => cancel.mutate({ id })}>
            {text.cancel}
          </Button>
        ) : null}
        {state === "interrupted" ? (
          <Button variant="primary" size="small" isPending={resume.isPending} onPress={() => resume.mutate({ id })}>
            {text.resume}
          </Button>
        ) : null}
      </div>
      {started ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-muted">
          <span>{started.model}</span>
          <span>{started.focusMode}</span>
          <TierExplanation started={started} />
          {started.allowDrafts ? <Badge tone="warn">{text.draftsAllowed}</Badge> : null}
          <span>{text.turns(timeline.turns.filter((turn) => turn.no > 0).length)}</span>
          <span>{text.events(timeline.events.length)}</span>
          {head.startedAt !== null && end !== null ? (
            <span className="tabular-nums">{formatDuration(Math.max(0, end - head.startedAt))}</span>
          ) : null}
          {head.startedAt === null ? null : <RelativeTime at={head.startedAt} />}
          <span>{text.startedBy(started.startedBy)}</span>
          {connection === "reconnecting" || connection === "failed" ? (
            <span role="status" className="text-warn">
              {runsText.connection[connection]}
            </span>
          ) : null}
        </div>
      ) : null}
      {state === "interrupted" && head.stateReason ? (
        <ErrorPanel tone="warn" title={head.stateReason} meaning={runsText.stateMeanings.interrupted} />
      ) : null}
      {cancelProblem ? <ErrorPanel {...toProblemText(cancelProblem, text.cancelFailed)} /> : null}
      {resumeProblem ? <ErrorPanel {...toProblemText(resumeProblem, text.resumeFailed)} /> : null}
      <RunAnswer timeline={timeline} />
    </header>
  );
}

/** Text of a person or a model, with what hides in it drawn as codes; a long one says how much of it is shown. */
function InertText({ text: whole, charactersMax }: { text: string; charactersMax: number }) {
  if (whole.length <= charactersMax) return <ConcealedText text={whole} />;
  return (
    <>
      <ConcealedText text={whole.slice(0, charactersMax)} />{" "}
      <span className="font-normal text-meta text-muted">{runsText.execution.cut(charactersMax, whole.length)}</span>
    </>
  );
}

function RunAnswer({ timeline }: { timeline: RunTimeline }) {
  const { result, failure } = timeline.head;
  if (failure?.problem) {
    return (
      <ErrorPanel
        {...toProblemText(failure.problem, text.failedTitle)}
        action={
          failure.problem.code.startsWith("model_") ? (
            <LinkButton size="small" href="/settings#model">
              {runsText.planner.connect}
            </LinkButton>
          ) : undefined
        }
      />
    );
  }
  if (!result) return null;
  const answer = typeof result.result === "string" ? result.result : JSON.stringify(result.result, null, 2);
  return (
    <section
      aria-label={text.answer}
      className="flex min-w-0 items-start gap-2 rounded-md border border-line bg-raised px-3 py-2"
    >
      <p className="min-w-0 flex-1 whitespace-pre-wrap break-words">
        <InertText text={answer} charactersMax={ANSWER_CHARACTERS} />
      </p>
      <CopyButton text={answer} />
    </section>
  );
}
