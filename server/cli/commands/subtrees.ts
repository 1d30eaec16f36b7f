import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { toTable } from "#server/cli/table";

export const subtrees: Command = {
  usage: "capstan subtrees",
  summary: "List the sub-agents' own branches of the tree and whether something brings their tools.",
  takes: 0,
  async run({ connect, output }) {
    await using backend = await connect();
    const list = await backend.introspection.subtrees();
    if (output.isJson) {
      output.out(formatJson(list));
      return EXIT.done;
    }
    const rows = list.subtrees.map((row) => [
      row.agent_type,
      row.group_id,
      String(row.tool_count),
      row.registered ? "yes" : "no",
      row.tool_names.join(", "),
    ]);
    output.out(toTable(["agent type", "group", "tools", "registered", "names"], rows));
    return EXIT.done;
  },
};
