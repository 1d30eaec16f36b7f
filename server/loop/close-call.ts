import type { PayloadOf } from "./events";
import { placeOfCall } from "./places";
import type { StepCall } from "./run-view";
import type { TurnDesk } from "./turn";

type UnfinishedEnd =
  | { type: "tool_call_error"; payload: PayloadOf<"tool_call_error"> }
  | { type: "tool_call_user_cancel"; payload: PayloadOf<"tool_call_user_cancel"> };

/**
 * Closes the card of a call whose turn will not go on: with its result stored it is done, without one it ends as told. A
 * closed card is left alone.
 */
export function closeCall({ journal, place }: TurnDesk, call: StepCall, unfinished: UnfinishedEnd): void {
  if (call.isClosed) return;
  const callPlace = placeOfCall(place, call.callId);
  if (call.end) journal.add({ ...callPlace, type: "tool_call_done", payload: { durationMs: 0 } });
  else journal.add({ ...callPlace, ...unfinished });
}
