import type { TrustState } from "#server/capability/contract";
import type { CapabilityEntry } from "./catalog";
import { disableEntry } from "./explain-disabled";
import type { ScannedEntry } from "./load-entry";
import type { Disabled } from "./load-order";

function isSame(one: Disabled | undefined, other: Disabled | undefined): boolean {
  return one?.reason === other?.reason && one?.enabledBy === other?.enabledBy;
}

/** Winners as they were last placed; an entry is the same object as long as nothing about it changed. */
const lastPlaced = new WeakMap<ScannedEntry, CapabilityEntry>();

/** A winner with its state and why nothing may call it. */
export function toPlaced(scanned: ScannedEntry, state: TrustState, disabled: Disabled | undefined): CapabilityEntry {
  const known = lastPlaced.get(scanned);
  if (known?.state === state && isSame(known.disabled, disabled)) return known;
  const entry: CapabilityEntry = { ...(disabled ? disableEntry(scanned, disabled) : scanned), state };
  lastPlaced.set(scanned, entry);
  return entry;
}

/** What a scanned entry last became; undefined when it never won a name, or won it with more than itself says. */
export function findPlaced(scanned: ScannedEntry): CapabilityEntry | undefined {
  return lastPlaced.get(scanned);
}
