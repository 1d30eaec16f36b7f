import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { LinkButton } from "#components/ui/button";
import { CodeBlock } from "#components/ui/code-block";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatBytes } from "#components/ui/format";
import { StoredJson } from "./stored-json";
import type { ModelEntry } from "./timeline-model";

const text = runsText.timeline;
const PROMPT_LINES = 24;

export type ModelDetailsProps = { entry: ModelEntry };

/** The exact prompt with the bytes of each section, the raw answer as it arrives, and why it was not taken. */
export function ModelDetails({ entry }: ModelDetailsProps) {
  const { request, result } = entry;
  const requestEvent = entry.events[0];
  const resultEvent = entry.events.at(-1);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {result?.problem ? (
        <ErrorPanel
          {...toProblemText(result.problem)}
          action={
            result.problem.code.startsWith("model_") || result.problem.code === "no_model" ? (
              <LinkButton size="small" href="/settings#model">
                {runsText.planner.connect}
              </LinkButton>
            ) : undefined
          }
        />
      ) : null}
      {request ? (
        <>
          <ul aria-label={text.sections} className="flex flex-wrap gap-x-3 gap-y-0.5 text-meta text-muted">
            {request.sections.map((section) => (
              <li key={section.name} className="whitespace-nowrap">
                <code>{section.name}</code> {formatBytes(section.bytes)}
              </li>
            ))}
          </ul>
          <CodeBlock label={text.system} text={request.system} maxLines={PROMPT_LINES} />
          <CodeBlock label={text.user} text={request.user} maxLines={PROMPT_LINES} />
        </>
      ) : requestEvent ? (
        <StoredJson label={text.prompt} event={requestEvent} pick={toPromptText} />
      ) : null}
      {entry.isResultStoredApart && resultEvent ? (
        <StoredJson label={text.answerText} event={resultEvent} pick={toAnswerText} />
      ) : entry.text === "" ? null : (
        <CodeBlock label={text.answerText} text={entry.text} maxLines={PROMPT_LINES} />
      )}
    </div>
  );
}

function toPromptText(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null || !("system" in payload) || !("user" in payload)) return payload;
  return `${String(payload.system)}\n\n${String(payload.user)}`;
}

function toAnswerText(payload: unknown): unknown {
  return typeof payload === "object" && payload !== null && "text" in payload ? payload.text : payload;
}
