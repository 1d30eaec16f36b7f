import { z } from "zod";
import { type SearchHit, searchHitSchema } from "#server/discovery/hit";
import { toolsByName } from "#server/tree/tree-index";
import type { Catalog } from "./catalog";
import { entrySummarySchema, toEntrySummary } from "./entry-summary";

/** A hit of the index for people, and what it is: a capability of a root, else a tool of the tree without a folder. */
export const foundCapabilitySchema = z.object({
  hit: searchHitSchema,
  /** null for a tool without a folder. */
  entry: entrySummarySchema.nullable(),
  /** null for a capability. */
  builtin: z.object({ title: z.string(), state: z.enum(["trusted", "disabled"]) }).nullable(),
});
export type FoundCapability = z.infer<typeof foundCapabilitySchema>;

export function toFoundCapability(catalog: Catalog, hit: SearchHit): FoundCapability {
  const entry = catalog.entries.get(hit.name);
  if (entry) return { hit, entry: toEntrySummary(entry, "current"), builtin: null };
  const node = toolsByName(catalog.tree).get(hit.name);
  const state = node?.disabled === undefined ? "trusted" : "disabled";
  return { hit, entry: null, builtin: { title: node?.metadata.display?.title ?? hit.name, state } };
}
