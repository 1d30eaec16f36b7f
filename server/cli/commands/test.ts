import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { AppError } from "#server/errors";

export const test: Command = {
  usage: "capstan test <name>",
  summary: "Run the cases of a capability.",
  takes: 1,
  async run({ command, connect, output, signal }) {
    const [name] = command.positionals;
    if (name === undefined) {
      throw new AppError("bad_input", "test needs the name of a capability.", { next: "`capstan ls` lists them." });
    }
    await using backend = await connect();
    let passed = 0;
    let failed = 0;
    for await (const result of backend.runCases(name, signal)) {
      if (result.kind === "passed") passed++;
      else failed++;
      if (output.isJson) output.out(JSON.stringify(result));
      else {
        output.out(
          `${result.kind.padEnd(6)}  ${result.name} (line ${result.line}, ${Math.round(result.durationMs)} ms)`,
        );
        for (const difference of result.differences) output.out(`        ${difference}`);
        if (result.problem) output.out(`        ${result.problem.code}: ${result.problem.message}`);
      }
    }
    output.note(`${passed} passed, ${failed} failed`);
    return failed === 0 ? EXIT.done : EXIT.failed;
  },
};
