import { join } from "node:path";
import type { Command, Output } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { readFiles } from "#server/cli/read-files";
import { toTable } from "#server/cli/table";
import { writeItem } from "#server/cli/write-item";
import { AppError } from "#server/errors";
import { FORMAT_TITLES, type ImportItem, type SkippedItem } from "#server/exchange/exchange";
import { importAll } from "#server/exchange/import-files";

type Written = { item: ImportItem; folder: string | null };

/** Writes each item that nothing stands in the way of; the others join what was skipped. */
function writeItems(
  items: readonly ImportItem[],
  root: string,
  isDryRun: boolean,
): { written: Written[]; skipped: SkippedItem[] } {
  const written: Written[] = [];
  const skipped: SkippedItem[] = [];
  for (const item of items) {
    const folder = join(root, item.name);
    if (isDryRun) written.push({ item, folder: null });
    else if (writeItem(root, item.name, item.files)) written.push({ item, folder });
    else {
      const reason = `${folder} is there already and was left as it is.`;
      const { key, place, name } = item;
      skipped.push({
        key,
        place,
        name,
        code: "exists",
        reason,
        next: "Move it away, or name another folder with --to.",
      });
    }
  }
  return { written, skipped };
}

function printReport(output: Output, written: readonly Written[], skipped: readonly SkippedItem[]): void {
  if (written.length > 0) {
    const rows = written.map(({ item }) => [
      item.name,
      FORMAT_TITLES[item.format],
      item.place,
      item.disabled?.reason ??
        item.nameReason ??
        item.issues.find(({ severity }) => severity !== "info")?.message ??
        "",
    ]);
    output.out(toTable(["name", "format", "from", "note"], rows));
  }
  for (const { place, reason, next, fix } of skipped) {
    output.note(`skipped ${place}: ${reason}${next === undefined ? "" : ` ${next}`}`);
    if (fix) output.note(`  line ${fix.line} with --quote: ${fix.after}`);
  }
}

export const importCommand: Command = {
  usage: "capstan import <file | folder | -> [--to DIR] [--source NAME] [--quote] [--dry-run]",
  summary:
    "Write SKILL.md, MCP, OpenAI, Anthropic, AI SDK or OpenAPI definitions as folders of drafts; default: .capstan/capabilities of the project.",
  async run({ command, settings, output }) {
    const [argument, ...more] = command.positionals;
    if (argument === undefined || more.length > 0) {
      throw new AppError("bad_input", "import takes one file or folder, or - for standard input.", {
        next: this.usage,
      });
    }
    const { files, skipped: unread } = readFiles(argument);
    const quoted = new Set(command.isQuote ? files.map(({ path }) => path) : []);
    const report = importAll({ source: command.source ?? "", files, quoted });
    const root = command.to ?? join(settings.project.value ?? process.cwd(), ".capstan", "capabilities");
    const { written, skipped: refused } = writeItems(report.items, root, command.isDryRun);
    const skipped = [...unread, ...report.skipped, ...refused];
    if (output.isJson) {
      const items = written.map(({ item, folder }) => ({ ...item, files: item.files.map(({ path }) => path), folder }));
      output.out(JSON.stringify({ root, files: report.files, items, skipped, issues: report.issues }));
    } else printReport(output, written, skipped);
    for (const { message } of report.issues) output.note(message);
    const what = command.isDryRun ? "would be written to" : "written to";
    output.note(`${written.length} capabilities ${what} ${root}, ${skipped.length} skipped`);
    return written.length > 0 ? EXIT.done : EXIT.failed;
  },
};
