import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { toTable } from "#server/cli/table";
import type { MatchWay } from "#server/discovery/hit";
import { AppError } from "#server/errors";

export const search: Command = {
  usage: "capstan search <text> [--limit N]",
  summary: "Find capabilities by what they do, each with the reason of its match.",
  async run({ command, connect, output }) {
    const query = command.positionals.join(" ");
    if (query.trim() === "") {
      throw new AppError("bad_input", "search needs a text.", {
        next: 'Example: capstan search "error bursts in a log"',
      });
    }
    await using backend = await connect();
    const found = await backend.search(query, command.limit);
    if (output.isJson) {
      output.out(JSON.stringify(found));
      return EXIT.done;
    }
    if (found.length === 0) {
      output.note("Nothing matches. Try other words; `capstan ls` lists everything.");
      return EXIT.done;
    }
    const rows = found.map(({ hit, entry, builtin }) => [
      hit.name,
      entry?.state ?? (builtin?.state === "disabled" ? "disabled" : "built-in"),
      hit.score.toFixed(2),
      hit.ways.map(toReason).join("; "),
      hit.description,
    ]);
    output.out(toTable(["name", "state", "score", "why", "description"], rows));
    return EXIT.done;
  },
};

function toReason(way: MatchWay): string {
  switch (way.way) {
    case "bm25":
      return `words: ${[...new Set(way.terms.map(({ term }) => term))].join(", ")}`;
    case "catalog":
      return "catalog";
    case "substring":
      return `text in ${way.field}`;
    case "mention":
      return "named in the text";
  }
}
