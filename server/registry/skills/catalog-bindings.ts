import { skillTermsOf } from "#server/capability/skill-terms";
import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { type BindingSkill, type Bindings, deriveBindings } from "#server/tree/skill-binding/derive-bindings";

function toBindingSkills(entry: CapabilityEntry): BindingSkill[] {
  const terms = skillTermsOf(entry.contract);
  if (!terms) return [];
  const { name, state } = entry;
  const isDisabled = entry.disabled !== undefined;
  return [{ name, state, isDisabled, description: entry.contract.description, tools: terms.tools }];
}

const known = new WeakMap<Pick<Catalog, "entries" | "tree">, Map<boolean, Bindings>>();

/**
 * The skill bindings of a catalog. The order in which the first skill wins is that of the registry: by name. A catalog never
 * changes, so they are derived once for each answer to the question whether drafts count.
 */
export function bindingsOf(catalog: Pick<Catalog, "entries" | "tree">, allowDrafts = false): Bindings {
  const ofCatalog = known.get(catalog) ?? new Map<boolean, Bindings>();
  known.set(catalog, ofCatalog);
  const bindings =
    ofCatalog.get(allowDrafts) ??
    deriveBindings(catalog.tree, [...catalog.entries.values()].flatMap(toBindingSkills), { allowDrafts });
  ofCatalog.set(allowDrafts, bindings);
  return bindings;
}
