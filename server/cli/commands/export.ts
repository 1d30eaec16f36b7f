import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { writeItem } from "#server/cli/write-item";
import { AppError } from "#server/errors";
import { EXPORT_FORMATS, type TextFile } from "#server/exchange/exchange";

/** The folders of an export of skills, by name. */
function toFolders(files: readonly TextFile[]): Map<string, TextFile[]> {
  const folders = new Map<string, TextFile[]>();
  for (const { path, text } of files) {
    const [name = "", ...rest] = path.split("/");
    folders.set(name, [...(folders.get(name) ?? []), { path: rest.join("/"), text }]);
  }
  return folders;
}

export const exportCommand: Command = {
  usage: `capstan export <name>... --format ${EXPORT_FORMATS.join(" | ")} [--to DIR]`,
  summary: "Print tools in the format of others, or write skills to a folder.",
  async run({ command, connect, output }) {
    const format = EXPORT_FORMATS.find((candidate) => candidate === command.format);
    if (command.positionals.length === 0 || format === undefined) {
      throw new AppError("bad_input", "export takes names and a format.", { next: this.usage });
    }
    if (format === "skill" && command.to === null && !output.isJson) {
      throw new AppError("bad_input", "Skills are folders; say where to write them.", { next: "Add --to DIR." });
    }
    await using backend = await connect();
    const report = await backend.exportMany(command.positionals, format);
    if (output.isJson) output.out(JSON.stringify(report));
    else if (format !== "skill") output.out(report.files[0]?.text.trimEnd() ?? "");
    else {
      for (const [name, files] of toFolders(report.files)) {
        const isWritten = writeItem(command.to ?? ".", name, files);
        output.note(isWritten ? `wrote ${name}` : `${name} is there already and was left as it is`);
      }
    }
    for (const { name, reason } of report.leftOut) output.note(`left out ${name}: ${reason}`);
    for (const note of report.notes) output.note(note);
    return report.exported.length > 0 ? EXIT.done : EXIT.failed;
  },
};
