import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { ErrorPanel } from "#components/ui/error-panel";
import type { WireEvent } from "#server/loop/events";
import { CallDetails } from "./call-details";
import { DiscoveryDetails } from "./discovery-details";
import { ModelDetails } from "./model-details";
import { payloadOf } from "./payload";
import { StoredJson } from "./stored-json";
import type { TimelineEntry } from "./timeline-model";
import { useStoredEvent } from "./use-stored-event";

export type EntryDetailsProps = { entry: TimelineEntry };

/** What opens below a row. */
export function EntryDetails({ entry }: EntryDetailsProps) {
  if (entry.kind === "model") return <ModelDetails entry={entry} />;
  if (entry.kind === "call") return <CallDetails entry={entry} />;
  if (entry.kind === "discovery") return <DiscoveryEntry event={entry.event} />;
  const problem = payloadOf(entry.event, "error")?.problem ?? payloadOf(entry.event, "fail_react_task")?.problem;
  if (problem) return <ErrorPanel {...toProblemText(problem)} />;
  return <StoredJson label={runsText.timeline.kinds[entry.kind]} event={entry.event} pick={toMainText} />;
}

/** A pasted log is part of the query, so the event may be stored apart; what was found is shown all the same. */
function DiscoveryEntry({ event }: { event: WireEvent }) {
  const stored = useStoredEvent(event);
  const discovery = stored && payloadOf(stored, "discovery");
  if (discovery) return <DiscoveryDetails discovery={discovery} />;
  return <StoredJson label={runsText.timeline.kinds.discovery} event={event} />;
}

/** The text of an entry that is mainly text; otherwise its whole payload. */
function toMainText(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  for (const key of ["observation", "thought", "text", "result"]) {
    if (key in payload) return Reflect.get(payload, key);
  }
  return payload;
}
