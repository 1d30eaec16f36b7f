import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { toTable } from "#server/cli/table";
import { AppError } from "#server/errors";
import type { CodegenReport } from "#server/registry/composed/composed-status";

const COLUMNS = ["name", "source", "steps", "tools", "approval", "min tier", "trust", "state"];

function toLines({ composed, counts }: CodegenReport): string[] {
  if (composed.length === 0) return ["No skill compiles to a composed tool."];
  const rows = composed.map((row) => [
    row.name,
    row.source,
    String(row.steps),
    row.tools.join(", "),
    row.approval,
    row.min_tier,
    row.trust,
    row.state,
  ]);
  const reasons = composed
    .filter(({ reason }) => reason !== null)
    .map(({ name, reason, next }) => `${name}: ${[reason, next].filter(Boolean).join(" ")}`);
  const total = `${counts.total} composed: ${counts.ok} ok, ${counts.stale} stale, ${counts.broken} broken.`;
  return [toTable(COLUMNS, rows), ...reasons, total];
}

export const codegen: Command = {
  usage: "capstan codegen --status",
  summary: "List the composed tools that skills compile to, and how they stand.",
  takes: 0,
  async run({ command, connect, output }) {
    if (!command.isStatus) {
      throw new AppError("bad_input", "codegen needs --status.", { next: "Type: capstan codegen --status" });
    }
    await using backend = await connect();
    const report = await backend.introspection.codegen();
    for (const line of output.isJson ? [formatJson(report)] : toLines(report)) output.out(line);
    return report.counts.broken > 0 ? EXIT.failed : EXIT.done;
  },
};
