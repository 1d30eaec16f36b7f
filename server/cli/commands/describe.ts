import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { AppError } from "#server/errors";

export const describe: Command = {
  usage: "capstan describe <tool>",
  summary: "Print the seven dimensions of one tool, as JSON.",
  takes: 1,
  async run({ command, connect, output }) {
    const [name] = command.positionals;
    if (name === undefined) {
      throw new AppError("bad_input", "describe needs the name of a tool.", { next: "Example: capstan describe bash" });
    }
    await using backend = await connect();
    output.out(formatJson(await backend.introspection.describeTool(name)));
    return EXIT.done;
  },
};
