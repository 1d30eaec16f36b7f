import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TextFile } from "#server/exchange/exchange";

/**
 * Writes a folder of files at once: into a folder beside it, then by rename. False when something of that name is there
 * already, which is left as it is.
 */
export function writeItem(root: string, name: string, files: readonly TextFile[]): boolean {
  const target = join(root, name);
  if (existsSync(target)) return false;
  mkdirSync(root, { recursive: true });
  const unfinished = mkdtempSync(join(root, ".import-"));
  try {
    for (const { path, text } of files) {
      const file = join(unfinished, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    renameSync(unfinished, target);
    return true;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
