import type { Backend } from "#server/cli/backend";
import type { Command, Output } from "#server/cli/command";
import { EXIT, type ExitCode } from "#server/cli/exit-codes";
import { findPayload } from "#server/cli/payload-of";
import { AppError } from "#server/errors";
import type { WireEvent } from "#server/loop/events";

/** Hits and refusals of a turn that a terminal shows; `--json` has all of them. */
const SHOWN = 5;

export const loop: Command = {
  usage: "capstan loop <message> [--focus-mode NAME]",
  summary: "Let a loop answer one message; --json prints one event a line, last the result.",
  async run({ command, connect, output, signal }) {
    const message = command.positionals.join(" ");
    if (message.trim() === "") {
      throw new AppError("bad_input", "loop needs a message.", {
        next: 'Example: capstan loop "What is the status of ticket TK-20241215-001?"',
      });
    }
    await using backend = await connect({ takesRuns: true });
    const { focusMode } = command;
    const id = await backend.startRun({ message, ...(focusMode === null ? {} : { focusMode }) });
    const cancel = (): void => void backend.cancelRun(id).catch(() => {});
    signal.addEventListener("abort", cancel, { once: true });
    let exit: ExitCode = EXIT.refused;
    for await (const event of backend.follow(id, new AbortController().signal)) {
      if (output.isJson) output.out(JSON.stringify(event));
      else await printEvent(event, backend, output);
      const result = await findPayload(event, "result", backend);
      if (result) exit = result.success ? EXIT.done : EXIT.failed;
    }
    signal.removeEventListener("abort", cancel);
    output.note(`run ${id}`);
    return exit;
  },
};

/** What a person wants to see of a run in a terminal: turns, what was found, what was chosen, what came of it. */
async function printEvent(event: WireEvent, backend: Backend, output: Output): Promise<void> {
  const payload = <T extends Parameters<typeof findPayload>[1]>(type: T) => findPayload(event, type, backend);
  switch (event.type) {
    case "run_started": {
      const started = await payload("run_started");
      return output.note(
        `${started?.model}${started?.isPlanner ? " (no model is connected)" : ""}, tier ${started?.tier}`,
      );
    }
    case "turn_started":
      return output.note(`turn ${event.turn}`);
    case "discovery": {
      const discovery = await payload("discovery");
      const hits = discovery?.hits.map(({ name }) => name).slice(0, SHOWN) ?? [];
      output.note(`  found: ${hits.length > 0 ? hits.join(", ") : "nothing"}`);
      for (const { problem } of discovery?.refused.slice(0, SHOWN) ?? []) output.note(`  refused: ${problem.message}`);
      return;
    }
    case "action": {
      const action = await payload("action");
      return output.note(`  ${action?.action} ${action?.identifier}`.trimEnd());
    }
    case "tool_call_param":
      return output.note(`  arguments: ${JSON.stringify((await payload("tool_call_param"))?.params)}`);
    case "tool_call_error":
      return output.note(`  failed: ${(await payload("tool_call_error"))?.problem.message}`);
    case "result": {
      const result = (await payload("result"))?.result;
      return output.out(typeof result === "string" ? result : JSON.stringify(result, null, 2));
    }
    default:
      return;
  }
}
