import type { JsonValue } from "#server/capability/json";
import type { PayloadOf } from "#server/loop/events";
import { findLog, findLogs } from "#server/store/logs";
import type { ExecutionPorts } from "./execution-context";

export type FinishedExecution = { input: JsonValue; outcome: PayloadOf<"execution_finished"> };

/** How an execution ended, read from its log; null when it is unknown or has not ended. */
export async function findFinished(
  { store, log }: Pick<ExecutionPorts, "store" | "log">,
  executionId: string,
): Promise<FinishedExecution | null> {
  if ((await findLog(store, executionId)) === null) return null;
  let input: JsonValue | undefined;
  for (const event of await log.load(executionId)) {
    if (event.type === "execution_started") input = event.payload.input;
    if (event.type === "execution_finished" && input !== undefined) return { input, outcome: event.payload };
  }
  return null;
}

/** Ids of completed executions of a digest since a moment, newest first, at most 20. */
export async function findRecentExecutions(
  { store }: Pick<ExecutionPorts, "store">,
  filter: { digest: string; since: Date },
): Promise<string[]> {
  const { logs } = await findLogs(store, { kind: "execution", status: "completed", ...filter, limit: 20 });
  return logs.map(({ id }) => id);
}
