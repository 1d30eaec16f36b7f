import { runsText } from "#components/messages/en/runs";
import { formatBytes } from "#components/ui/format";
import type { PayloadOf } from "#server/loop/events";
import { payloadOf } from "./payload";
import type { ModelEntry, PlainEntry, TimelineEntry } from "./timeline-model";

const text = runsText.timeline;
const NAMES_SHOWN = 3;

const purposeWords: ReadonlyMap<string, string> = new Map(Object.entries(text.purposes));

/** A prompt that is stored apart keeps its purpose in the id of its request, `request_<turn>_<purpose>_<attempt>`. */
function toModelSummary({ request, requestId, events }: ModelEntry): string {
  if (request !== undefined) return [text.purposes[request.purpose], request.model].join(", ");
  const purpose = purposeWords.get(requestId.split("_").at(-2) ?? "");
  const size = text.promptApart(formatBytes(events[0]?.blob_size ?? 0));
  return purpose === undefined ? size : [purpose, size].join(", ");
}

/** An entry in one line: what a reader sees without opening it. Pure; the line is drawn as inert text. */
export function toEntrySummary(entry: TimelineEntry): string {
  switch (entry.kind) {
    case "model":
      return toModelSummary(entry);
    case "call":
      return entry.call?.name ?? text.unknownCapability;
    case "discovery": {
      const discovery = payloadOf(entry.event, "discovery");
      return discovery ? toDiscoverySummary(discovery) : "";
    }
    case "thought":
      return payloadOf(entry.event, "thought")?.thought ?? "";
    case "action": {
      const action = payloadOf(entry.event, "action");
      return action ? toActionSummary(action) : "";
    }
    case "observation":
      return toFirstLine(payloadOf(entry.event, "observation")?.observation ?? "");
    case "skill": {
      const skill = payloadOf(entry.event, "reference_material");
      return skill ? text.skillLoaded(skill.name) : "";
    }
    case "focus":
      return toFocusSummary(entry);
    case "state": {
      const state = payloadOf(entry.event, "run_state");
      return state ? [runsText.states[state.state], state.reason].filter(Boolean).join(": ") : "";
    }
    case "error":
      return payloadOf(entry.event, "error")?.problem.message ?? "";
    case "end":
      return toEndSummary(entry);
  }
}

function toDiscoverySummary(discovery: PayloadOf<"discovery">): string {
  const names = [...new Set([...discovery.mentions, ...discovery.hits].map((hit) => hit.name))];
  const shown = names.length === 0 ? text.noHits : names.slice(0, NAMES_SHOWN).join(", ");
  const more = names.length > NAMES_SHOWN ? ` ${text.more(names.length - NAMES_SHOWN)}` : "";
  const refused = discovery.refused.length > 0 ? `; ${text.refused(discovery.refused.length)}` : "";
  return `${text.searched(discovery.searched)}: ${shown}${more}${refused}`;
}

function toActionSummary(action: PayloadOf<"action">): string {
  const values = Object.values(action.params).filter((value) => typeof value === "string" || typeof value === "number");
  return [action.action, ...values.map(String)].map(toFirstLine).join(" ");
}

function toFocusSummary(entry: PlainEntry): string {
  const on = payloadOf(entry.event, "focus_on");
  if (on) return text.focusOn(on.loop);
  const off = payloadOf(entry.event, "lose_focus");
  if (off) return text.loseFocus(off.fromLoop, off.toLoop);
  const refused = payloadOf(entry.event, "focus_refused");
  return refused ? [text.focusRefused(refused.loop), refused.reason].join(": ") : "";
}

function toEndSummary(entry: PlainEntry): string {
  const success = payloadOf(entry.event, "success_react_task");
  if (success) return success.reason;
  const failure = payloadOf(entry.event, "fail_react_task");
  if (failure) return failure.problem?.message ?? failure.reason;
  const result = payloadOf(entry.event, "result");
  if (!result) return "";
  return toFirstLine(typeof result.result === "string" ? result.result : JSON.stringify(result.result));
}

function toFirstLine(value: string): string {
  return value.split("\n", 1)[0] ?? "";
}
