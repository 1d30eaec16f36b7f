import type { CapabilityType } from "#server/capability/contract";
import { AppError } from "#server/errors";
import { compareTypes, type NameResolution, toNearSentence, toResolution } from "#server/tree/resolve-name";
import { toolsByName } from "#server/tree/tree-index";
import type { Catalog } from "./catalog";
import { findNearNames } from "./near-names";

const NEAR_MAX = 3;

/**
 * What a name means in the whole catalog, drafts and disabled ones included: a host tool before a capability, which cannot
 * take its name; the winning root's before the shadowed ones, which are alternatives only in being known (nothing falls
 * back to them). Names of pending roots and broken folders mean nothing yet.
 */
export function resolveInCatalog(catalog: Catalog, name: string): NameResolution {
  const winner = catalog.entries.get(name)?.type ?? toolsByName(catalog.tree).get(name)?.type;
  const shadowed = catalog.shadowed.filter((entry) => entry.name === name).map(({ type }) => type);
  const own: CapabilityType[] = [
    ...(catalog.hostTools.has(name) ? (["tool"] as const) : []),
    ...(winner === undefined ? [] : [winner]),
  ];
  return toResolution(name, [...own, ...shadowed.sort(compareTypes)], findNearNames(catalog, name, NEAR_MAX));
}

/** The refusal of a name that nothing has, with what may have been meant in `next` and `details.nearest`. */
export function toNotFound(catalog: Catalog, name: string): AppError {
  const near = findNearNames(catalog, name, NEAR_MAX);
  return new AppError("not_found", `There is no capability named ${name}.`, {
    next: toNearSentence(near) ?? "See the list of capabilities.",
    details: { nearest: near.names },
  });
}
