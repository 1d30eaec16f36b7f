import type { Command, Output } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { toTable } from "#server/cli/table";
import type { ToolList } from "#server/tree/introspect/describe-tool";
import type { GroupList } from "#server/tree/introspect/list-groups";

export const groups: Command = {
  usage: "capstan groups [group]",
  summary: "List the tool groups with their counts, or the tools of one group.",
  takes: 1,
  async run({ command, connect, output }) {
    await using backend = await connect();
    const [group] = command.positionals;
    if (group === undefined) printGroups(await backend.introspection.listGroups(), output);
    else printTools(await backend.introspection.listTools(group), output);
    return EXIT.done;
  },
};

function printGroups(list: GroupList, { isJson, out }: Output): void {
  if (isJson) {
    out(formatJson(list));
    return;
  }
  const { static: statics, scoped, dynamic, capabilities } = list.totals;
  const rows = [...list.groups, ...list.other_groups].map((row) => [
    row.group,
    String(row.tool_count),
    String(row.capability_count),
    row.description,
    row.tools.join(", "),
  ]);
  out(toTable(["group", "tools", "capabilities", "description", "names"], rows));
  out(`${statics} static tools, ${scoped} of sub-agents, ${dynamic} dynamic; ${capabilities} capabilities of roots`);
}

function printTools(list: ToolList, { isJson, out }: Output): void {
  if (isJson) {
    out(formatJson(list));
    return;
  }
  const rows = list.tools.map((row) => [row.name, row.type, row.source, row.min_tier, row.approval_type, row.summary]);
  out(toTable(["name", "type", "source", "min tier", "approval", "summary"], rows));
}
