import Link from "next/link";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { StoredJson } from "./stored-json";
import type { CallEntry } from "./timeline-model";

const text = runsText.timeline;

export type CallDetailsProps = { entry: CallEntry };

/** One call: its arguments, its result or its failure in three parts, and where its execution can be read. */
export function CallDetails({ entry }: CallDetailsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {entry.problem ? <ErrorPanel {...toProblemText(entry.problem)} /> : null}
      {entry.isPartial ? <PartialNotice /> : null}
      <div className="grid min-w-0 grid-cols-2 items-start gap-2 max-desk:grid-cols-1">
        {entry.paramEvent ? (
          <StoredJson label={text.arguments} event={entry.paramEvent} pick={(payload) => pickKey(payload, "params")} />
        ) : null}
        {entry.resultEvent ? (
          <StoredJson label={text.result} event={entry.resultEvent} pick={(payload) => pickKey(payload, "result")} />
        ) : null}
      </div>
      {entry.executionId !== null && entry.paramEvent ? (
        <p className="text-meta">
          <span className="text-muted">{text.execution} </span>
          <Link href={`/executions/${entry.executionId}`} className="text-accent-text underline">
            <code>{entry.executionId}</code>
          </Link>
        </p>
      ) : null}
    </div>
  );
}

/** An llm step had no model: what is missing, and the button that mends it. */
export function PartialNotice() {
  return (
    <ErrorPanel
      tone="warn"
      title={text.partial}
      meaning={text.partialMeaning}
      action={
        <LinkButton size="small" href="/settings#model">
          {runsText.planner.connect}
        </LinkButton>
      }
    />
  );
}

function pickKey(payload: unknown, key: string): unknown {
  return typeof payload === "object" && payload !== null && key in payload ? Reflect.get(payload, key) : payload;
}
