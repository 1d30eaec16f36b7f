import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { AppError } from "#server/errors";
import type { SkippedItem, TextFile } from "#server/exchange/exchange";

const FILES_MAX = 2_000;
const BYTES_MAX = 64 * 1_048_576;
const IGNORED = new Set([".git", "node_modules"]);

export type ReadFiles = { files: TextFile[]; skipped: SkippedItem[] };

/** Paths of all files under a folder, sorted, without repositories and installed packages; links are not followed. */
function findPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !IGNORED.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? findPaths(path) : entry.isFile() ? [path] : [];
    })
    .sort();
}

function readText(path: string): string | null {
  const bytes = readFileSync(path);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function readAll(paths: readonly string[], toPath: (path: string) => string): ReadFiles {
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  if (paths.length > FILES_MAX || bytes > BYTES_MAX) {
    const message = `There are ${paths.length} files with ${bytes} bytes; at most ${FILES_MAX} and ${BYTES_MAX} are read at once.`;
    throw new AppError("too_large", message, { next: "Import a folder inside of it." });
  }
  const result: ReadFiles = { files: [], skipped: [] };
  for (const file of paths) {
    const path = toPath(file);
    const text = readText(file);
    if (text !== null) result.files.push({ path, text });
    else result.skipped.push({ key: path, place: path, code: "not_text", reason: "It is not UTF-8 text." });
  }
  return result;
}

/**
 * The texts behind an argument: a file, all files under a folder with their paths below its parent (so that the folder's own
 * name is known), or standard input for "-". What is not text is named. Throws bad_input, too_large.
 */
export function readFiles(argument: string): ReadFiles {
  if (argument === "-") return { files: [{ path: "", text: readFileSync(0, "utf8") }], skipped: [] };
  try {
    const isFolder = statSync(argument).isDirectory();
    if (!isFolder) return readAll([argument], (path) => basename(path));
    return readAll(findPaths(argument), (path) => join(basename(argument), relative(argument, path)));
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && typeof cause.code === "string") || "next" in cause) throw cause;
    throw new AppError("bad_input", `${argument} cannot be read: ${cause.message}`, {
      next: "Name a file, a folder, or - for standard input.",
      cause,
    });
  }
}
