import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { CodeBlock } from "#components/ui/code-block";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatBytes, formatCount, formatDuration } from "#components/ui/format";
import { PartialNotice } from "./call-details";
import type { ExecutionView } from "./execution-model";
import { StoredJson, ValueBlock } from "./stored-json";

const text = runsText.execution;
const OUTPUT_LINES = 40;
const STDERR_LINES = 12;

export type ExecutionOutcomeProps = { view: ExecutionView };

/** How an execution ended: output or failure, what it cost, what it was refused. */
export function ExecutionOutcome({ view }: ExecutionOutcomeProps) {
  const { finished, finishedEvent } = view;
  if (finished === undefined) {
    return finishedEvent === undefined ? null : (
      <StoredJson label={text.output} event={finishedEvent} maxLines={OUTPUT_LINES} />
    );
  }
  const facts: [string, string][] = [
    [text.duration, formatDuration(finished.durationMs)],
    [text.level, finished.level ?? text.unknown],
    [text.peak, finished.peakRssBytes === null ? text.unknown : formatBytes(finished.peakRssBytes)],
    [text.modelCalls, formatCount(finished.llmCalls)],
    [text.frames, formatCount(finished.frames)],
    [text.denials, formatCount(finished.denials)],
  ];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {finished.problem ? <ErrorPanel {...toProblemText(finished.problem, text.failedMeaning)} /> : null}
      {finished.partial === "no_model" ? <PartialNotice /> : null}
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-meta">
        {facts.map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {finished.warnings.length > 0 ? (
        <ErrorPanel tone="warn" title={text.warnings} meaning={finished.warnings.join("\n")} />
      ) : null}
      {finished.output === undefined ? null : (
        <ValueBlock label={text.output} value={finished.output} maxLines={OUTPUT_LINES} />
      )}
      {finished.stderr ? <CodeBlock label={text.stderr} text={finished.stderr} maxLines={STDERR_LINES} /> : null}
    </div>
  );
}
