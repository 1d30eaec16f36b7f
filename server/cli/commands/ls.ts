import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { toRootLine } from "#server/cli/root-line";
import { toTable } from "#server/cli/table";

export const ls: Command = {
  usage: "capstan ls",
  summary: "List every capability with its type, state and layer, broken ones with the reason.",
  takes: 0,
  async run({ connect, output }) {
    await using backend = await connect();
    const entries = await backend.list();
    if (output.isJson) {
      output.out(JSON.stringify(entries));
      return EXIT.done;
    }
    const rows = entries.map((entry) => [
      entry.name,
      entry.type ?? "-",
      entry.state,
      entry.layer,
      entry.disabled?.reason ?? (entry.place === "broken" ? (entry.firstIssue ?? "") : entry.description),
    ]);
    output.out(toTable(["name", "type", "state", "layer", "description"], rows));
    output.note(`${entries.length} entries`);
    if (entries.length === 0) {
      const { roots } = await backend.diagnose();
      output.note(["No root holds a capability:", ...roots.map((root) => `  ${toRootLine(root)}`)].join("\n"));
    }
    return EXIT.done;
  },
};
