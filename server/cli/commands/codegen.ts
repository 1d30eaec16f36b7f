import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { toTable } from "#server/cli/table";
import { AppError } from "#server/errors";

/** Names of tools that a SKILL.md with steps compiles to (domain.md 2.8). */
const COMPOSED_PREFIX = "skill_";

export const codegen: Command = {
  usage: "capstan codegen --status",
  summary: "List the composed tools that skills compile to.",
  async run({ command, connect, output }) {
    if (!command.isStatus) {
      throw new AppError("bad_input", "codegen needs --status.", { next: "Type: capstan codegen --status" });
    }
    await using backend = await connect();
    const { tools } = await backend.introspection.listTools("composed");
    const composed = tools.filter(({ name }) => name.startsWith(COMPOSED_PREFIX));
    if (output.isJson) {
      output.out(formatJson({ composed, total: composed.length }));
      return EXIT.done;
    }
    if (composed.length === 0) output.out("No skill compiles to a composed tool.");
    else
      output.out(
        toTable(
          ["name", "min tier", "approval"],
          composed.map((row) => [row.name, row.min_tier, row.approval_type]),
        ),
      );
    return EXIT.done;
  },
};
