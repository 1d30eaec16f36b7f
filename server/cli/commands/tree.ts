import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { toTreeLines } from "#server/cli/tree-lines";

export const tree: Command = {
  usage: "capstan tree [node] [--depth N] | capstan tree --views [--tier T] [--scope S]",
  summary: "Print the capability tree, or one branch; --views prints everything that follows from it, as JSON.",
  takes: 1,
  async run({ command, connect, output }) {
    await using backend = await connect();
    if (command.isViews) {
      output.out(
        formatJson(
          await backend.introspection.views({ tier: command.tier ?? "task_multimodal", scope: command.scope }),
        ),
      );
      return EXIT.done;
    }
    const [node] = command.positionals;
    const views = await backend.introspection.tree({ depth: command.depth, ...(node === undefined ? {} : { node }) });
    output.out(output.isJson ? formatJson({ tree: views }) : toTreeLines(views).join("\n"));
    return EXIT.done;
  },
};
