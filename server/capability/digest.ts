import { createHash } from "node:crypto";
import type { CapabilityFiles } from "./contract";

/** The whole line and nothing but one of the two words: an anchor, a quote or a bracket here could reach into other lines. */
const STATUS_LINE =
  /(^|\n)status:[ \t]*(?:draft|trusted|"draft"|"trusted"|'draft'|'trusted')[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/;

/**
 * The bytes that count for the digest. Only `CAPABILITY.yaml` changes: the word of its first top-level `status` line is
 * blanked, so that what a file claims about itself never moves its digest (design.md 1). Line ends are kept: trust
 * belongs to bytes, and code may depend on them.
 */
function normaliseFile(path: string, bytes: Uint8Array): Uint8Array {
  if (path !== "CAPABILITY.yaml") return bytes;
  // latin1 maps bytes to characters one to one, so what is not the status line comes out as it went in.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const blanked = text.replace(STATUS_LINE, "$1status:");
  return blanked === text ? bytes : Buffer.from(blanked, "latin1");
}

/**
 * sha256, as hex, over a capability's files: for each path in code unit order one line `[path, size]` as JSON and then
 * the normalised bytes. The size before the bytes keeps two different sets of files from running together.
 */
export function digestOf(files: CapabilityFiles): string {
  const hash = createHash("sha256");
  for (const path of [...files.keys()].sort()) {
    const bytes = normaliseFile(path, files.get(path) ?? new Uint8Array());
    hash
      .update(`${JSON.stringify([path, bytes.byteLength])}\n`)
      .update(bytes)
      .update("\n");
  }
  return hash.digest("hex");
}
