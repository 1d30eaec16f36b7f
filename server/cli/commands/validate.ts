import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { toTable } from "#server/cli/table";

export const validate: Command = {
  usage: "capstan validate [--level 1|2|3]",
  summary: "Check the tree by the rules of a level, or of all; fails when there is an error.",
  takes: 0,
  async run({ command, connect, output }) {
    await using backend = await connect();
    const report = await backend.introspection.validate(command.level);
    const { findings, errors, warnings } = report;
    if (output.isJson) output.out(formatJson(report));
    else {
      const rows = findings.map((found) => [
        found.severity,
        `L${found.level}`,
        found.code,
        found.node_id,
        `${found.message} ${found.next}`,
      ]);
      if (rows.length > 0) output.out(toTable(["severity", "level", "code", "node", "finding"], rows));
      output.out(`${errors} errors, ${warnings} warnings`);
    }
    return report.valid ? EXIT.done : EXIT.failed;
  },
};
