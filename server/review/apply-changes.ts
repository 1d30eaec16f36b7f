import type { CapabilityFiles } from "#server/capability/contract";
import { isOutsideFolder } from "#server/capability/find-contract-mistakes";
import { AppError } from "#server/errors";

/** Bounds of a draft; the registry would refuse a folder beyond its own, larger ones. */
const FILES_MAX = 1_000;
const BYTES_MAX = 25 * 1_048_576;
const DEPTH_MAX = 8;

export type FileChange = { path: string; text: string | null };

/** Why a file may not have this path; undefined when it may. Names that a scan passes over would vanish without a word. */
function refusalOf(path: string): string | undefined {
  const parts = path.split("/");
  if (isOutsideFolder(path)) return "it must be a path inside the folder, such as prompts/explain.md";
  if (parts.some((part) => part.startsWith(".") || part === "node_modules")) {
    return "names that begin with a dot, and node_modules, are no part of a capability";
  }
  if (parts.length > DEPTH_MAX) return `at most ${DEPTH_MAX} folders deep`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters in a file name are what is refused
  return /[\u0000-\u001f\u007f]/.test(path) ? "it holds control characters" : undefined;
}

/** True when one path would have to be a file and a folder at once. */
function findClash(paths: readonly string[]): string | undefined {
  const known = new Set(paths);
  return paths.find((path) =>
    path.split("/").some((_, at, parts) => at > 0 && known.has(parts.slice(0, at).join("/"))),
  );
}

/**
 * The files after a save: each change replaces one file's text, or deletes it when the text is null; what is not named
 * keeps its bytes. Throws bad_input for a path that leaves the folder or that a scan would pass over, too_large beyond
 * 1,000 files or 25 MiB.
 */
export function applyChanges(files: CapabilityFiles, changes: readonly FileChange[]): Map<string, Uint8Array> {
  const result = new Map(files);
  for (const { path, text } of changes) {
    const reason = refusalOf(path);
    if (reason !== undefined) throw new AppError("bad_input", `"${path}" cannot be the path of a file: ${reason}.`);
    if (text === null) result.delete(path);
    else result.set(path, Buffer.from(text, "utf8"));
  }
  const clash = findClash([...result.keys()]);
  if (clash !== undefined) {
    throw new AppError("bad_input", `"${clash}" cannot be a file: one of its folders is the name of a file.`);
  }
  const bytes = [...result.values()].reduce((sum, content) => sum + content.byteLength, 0);
  if (result.size <= FILES_MAX && bytes <= BYTES_MAX) return result;
  throw new AppError(
    "too_large",
    `A draft may hold ${FILES_MAX} files and ${BYTES_MAX} bytes; this one would hold ${result.size} files and ${bytes} bytes.`,
    { next: "Keep large data out of the capability and pass it as input." },
  );
}
