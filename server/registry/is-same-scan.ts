import { isDeepStrictEqual } from "node:util";
import type { ScannedFolder } from "./scan-root";

/**
 * True when a folder that was read again holds what it held. The digest is of all bytes but the status line's, which the
 * text has; issues also tell of links, which are no bytes.
 */
export function isSameScan(one: ScannedFolder | undefined, other: ScannedFolder | null): boolean {
  if (one?.kind === "broken") return isDeepStrictEqual(one, other);
  if (one?.kind !== "ok" || other?.kind !== "ok") return one === undefined && other === null;
  const [before, now] = [one.entry, other.entry];
  return (
    before.digest === now.digest &&
    before.folder === now.folder &&
    before.source.text === now.source.text &&
    isDeepStrictEqual(before.issues, now.issues)
  );
}
