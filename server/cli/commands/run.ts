import type { Backend } from "#server/cli/backend";
import type { Command, CommandContext, Output } from "#server/cli/command";
import { EXIT, type ExitCode, toExitCode } from "#server/cli/exit-codes";
import { findPayload } from "#server/cli/payload-of";
import { readInput } from "#server/cli/read-input";
import { AppError } from "#server/errors";
import type { PayloadOf } from "#server/loop/events";

export const run: Command = {
  usage: "capstan run <name> --input <json | @file | @->",
  summary: "Run one trusted capability in the sandbox and print its output.",
  takes: 1,
  async run({ command, connect, output, signal }) {
    const [name] = command.positionals;
    if (name === undefined) {
      throw new AppError("bad_input", "run needs the name of a capability.", { next: "`capstan ls` lists them." });
    }
    const input = readInput(command.input);
    await using backend = await connect();
    const id = await backend.startExecution({ name, input });
    const finished = await waitForEnd(backend, id, { output, signal });
    return report({ id, finished, output });
  },
};

async function waitForEnd(
  backend: Backend,
  id: string,
  { output, signal }: Pick<CommandContext, "output" | "signal">,
): Promise<PayloadOf<"execution_finished"> | null> {
  const cancel = (): void => void backend.cancelExecution(id).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  let finished: PayloadOf<"execution_finished"> | null = null;
  // Not the abort signal: after Ctrl-C the end of the execution is still worth showing.
  for await (const event of backend.follow(id, new AbortController().signal)) {
    const denied = await findPayload(event, "execution_denied", backend);
    if (denied) output.note(`denied: ${denied.tried}`);
    finished = (await findPayload(event, "execution_finished", backend)) ?? finished;
  }
  signal.removeEventListener("abort", cancel);
  return finished;
}

function report(options: { id: string; finished: PayloadOf<"execution_finished"> | null; output: Output }): ExitCode {
  const { id, finished, output } = options;
  if (!finished) throw new AppError("interrupted", `The execution ${id} ended without a result.`);
  if (output.isJson) output.out(JSON.stringify({ executionId: id, ...finished }));
  else if (finished.output !== undefined) output.out(JSON.stringify(finished.output, null, 2));
  const { problem } = finished;
  if (problem) {
    output.note(`${problem.code}: ${problem.message}${problem.next === undefined ? "" : ` ${problem.next}`}`);
    if (finished.stderr) output.note(finished.stderr.trimEnd());
  }
  if (finished.partial === "no_model") output.note("Partial result: no model is connected. Connect one in Settings.");
  for (const warning of finished.warnings) output.note(`warning: ${warning}`);
  output.note(
    `${finished.ok ? "done" : "failed"} in ${finished.durationMs} ms, sandbox ${finished.level ?? "not used"}, ${id}`,
  );
  if (finished.ok) return EXIT.done;
  return problem ? toExitCode(problem) : EXIT.failed;
}
