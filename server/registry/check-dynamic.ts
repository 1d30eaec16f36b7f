import { INTENT_TIERS } from "#server/capability/contract";
import type { Report } from "#server/capability/contract-report";
import { createDefaultTree } from "#server/tree/default-tree";
import { matchesDynamicGroup } from "#server/tree/derive-dynamic";
import { deriveMetadata, groupOf } from "#server/tree/derive-node";
import type { ScannedEntry } from "./load-entry";

const tree = createDefaultTree([]);

/** Groups whose tools begin at a tier, by id. */
const tierOfGroup = new Map(
  tree.nodes.flatMap(({ id, kind, metadata }) => {
    const tier = metadata.routing?.min_tier;
    return kind === "group" && tier ? [[id, tier] as const] : [];
  }),
);

/**
 * What a contract may not take of the groups whose tools come and go: their names, which say whose rules count, and their
 * place at a lower tier than the group's (domain.md 2.7, levels L1 to L3). Errors, so that nothing is called by it.
 */
export function reportDynamic({ name, contract }: ScannedEntry, report: Report): void {
  const owner = matchesDynamicGroup(tree, name);
  if (owner) {
    const prefix = owner.metadata.runtime?.name_prefix ?? "";
    const message = `Names that begin with "${prefix}" belong to the tools of ${owner.id}. Give it another name.`;
    report(["name"], { code: "static_name_in_dynamic_prefix", message });
    return;
  }
  const group = groupOf(contract);
  const least = tierOfGroup.get(group);
  const own = least && deriveMetadata(contract).routing?.min_tier;
  if (!least || !own || INTENT_TIERS.indexOf(own) >= INTENT_TIERS.indexOf(least)) return;
  const message = `Its group ${group} begins at ${least}, and it at ${own}. Raise its min_tier, or choose another group.`;
  report(["tree", "group"], { code: "tier_below_group", message });
}
