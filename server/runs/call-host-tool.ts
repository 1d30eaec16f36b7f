import { once } from "node:events";
import { z } from "zod";
import { type JsonObject, jsonValueSchema } from "#server/capability/json";
import { type Problem, toProblem } from "#server/errors";
import { problemSchema } from "#server/loop/events";
import type { CallOutcome } from "#server/loop/ports";
import type { HostTool, HostToolContext } from "#server/tools/host-tool";
import { findSchemaProblem } from "./run-code";

/** What a host tool may answer. It may come from a server of somebody else, so its word is not taken for it. */
const resultSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ok"), output: jsonValueSchema }),
  z.object({ kind: z.literal("failed"), problem: problemSchema }),
]);

type Answer = z.infer<typeof resultSchema>;

function toFailed(problem: Problem): Answer {
  const { code, message, next, details } = problem;
  return { kind: "failed", problem: { code, message, ...(next === undefined ? {} : { next }), details } };
}

/** The answer of a tool, or why it is none: no JSON, or not what its output schema promises. */
function toAnswer({ capability, outputSchema }: HostTool, result: unknown): Answer {
  const parsed = resultSchema.safeParse(result);
  if (!parsed.success) {
    return toFailed({
      code: "E_OUTPUT_SCHEMA",
      message: `${capability.name} answered something that is no result: ${z.prettifyError(parsed.error)}`,
      next: "Another tool may do the same; who wrote this one can mend it.",
    });
  }
  const problem = parsed.data.kind === "ok" ? findSchemaProblem("output", outputSchema, parsed.data.output) : null;
  return problem === null ? parsed.data : toFailed(problem);
}

async function runGuarded(tool: HostTool, call: HostCall, signal: AbortSignal): Promise<Answer> {
  try {
    const answer = toAnswer(tool, await tool.run(call.input, call.context, signal));
    // A ring passes a schema that looks as deep as it must; it cannot be stored.
    JSON.stringify(answer);
    return answer;
  } catch (error) {
    return toFailed(toProblem(error));
  }
}

/** Resolves when the call is given up, also by a tool that does not listen. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort").catch(() => undefined);
}

export type HostCall = { input: JsonObject; context: HostToolContext };

/**
 * Runs a host tool. A throw, an answer that is no JSON or breaks the output schema, and a cancel that the tool does not
 * listen to are outcomes like any other, so that one tool never ends a session (the extension article 4.3).
 * Contract: never throws. `now` is milliseconds since 1970.
 */
export async function callHostTool(
  tool: HostTool,
  call: HostCall,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<CallOutcome> {
  const startedAt = now();
  const done = new AbortController();
  const answer = await Promise.race([
    runGuarded(tool, call, signal),
    untilAborted(AbortSignal.any([signal, done.signal])).then(() => null),
  ]);
  done.abort();
  const rest = { executionId: null, durationMs: now() - startedAt };
  if (answer === null || signal.aborted) return { kind: "cancelled", ...rest };
  return answer.kind === "ok"
    ? { kind: "ok", output: answer.output, isPartial: false, ...rest }
    : { kind: "failed", problem: answer.problem, ...rest };
}
