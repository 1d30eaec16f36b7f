import { type RunState, runStateSchema } from "#server/loop/events";
import type { LogHead } from "#server/store/rows";
import type { RunSummary } from "./runs";

/** The head of a log as people see it. */
export function toRunSummary(log: LogHead): RunSummary {
  const { id, kind, title, source, focusMode, parentId, allowDrafts, startedBy, createdAt, updatedAt, turns, lastSeq } =
    log;
  const status: RunState = runStateSchema.parse(log.status);
  return {
    id,
    kind,
    title,
    status,
    source,
    focusMode,
    parentId,
    allowDrafts,
    startedBy,
    createdAt,
    updatedAt,
    turns,
    lastSeq,
  };
}
