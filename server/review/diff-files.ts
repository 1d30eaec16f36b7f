import type { CapabilityFiles } from "#server/capability/contract";
import type { FileDiff } from "./review";

const TEXT_BYTES_MAX = 1_048_576;

/** The text of a file; null when it is binary, no UTF-8, or larger than 1 MiB. */
export function toText(bytes: Uint8Array): string | null {
  if (bytes.byteLength > TEXT_BYTES_MAX || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}

/**
 * The files that differ, by path. `before` is null for a new file, `after` for a deleted one; of a binary file both are
 * null and `isBinary` is true.
 */
export function diffFiles(before: CapabilityFiles, after: CapabilityFiles): FileDiff[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [old, fresh] = [before.get(path), after.get(path)];
    if (isSame(old, fresh)) return [];
    const [oldText, freshText] = [old && toText(old), fresh && toText(fresh)];
    const isBinary = oldText === null || freshText === null;
    return [
      { path, before: isBinary ? null : (oldText ?? null), after: isBinary ? null : (freshText ?? null), isBinary },
    ];
  });
}
