import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { type CapabilityType, capabilityTypeSchema } from "#server/capability/contract";
import type { Catalog } from "#server/registry/catalog";
import { toEntrySummary } from "#server/registry/entry-summary";
import { foundCapabilitySchema, toFoundCapability } from "#server/registry/found-capability";
import { toolsByName } from "#server/tree/tree-index";

const LIMIT_MAX = 200;

const searchInputSchema = z.object({
  query: z.string().max(20_000),
  limit: z.number().int().min(1).max(LIMIT_MAX).default(20),
  types: z.array(capabilityTypeSchema).optional(),
  states: z.array(z.enum(["trusted", "draft", "disabled"])).optional(),
});

const searchOutputSchema = z.object({
  query: z.string(),
  revision: z.string(),
  /** How many capabilities were searched. */
  searched: z.number(),
  durationMs: z.number(),
  hits: z.array(foundCapabilitySchema),
});

/** What the facets let through; undefined when none is set. */
function toFilter({ entries, tree }: Catalog, { types, states }: z.infer<typeof searchInputSchema>) {
  if (!types && !states) return undefined;
  return (name: string, kind: CapabilityType): boolean => {
    if (types && !types.includes(kind)) return false;
    if (!states) return true;
    const entry = entries.get(name);
    const isDisabled = toolsByName(tree).get(name)?.disabled !== undefined;
    const state = entry ? toEntrySummary(entry, "current").state : isDisabled ? "disabled" : "trusted";
    return states.some((wanted) => wanted === state);
  };
}

/** Searches all current entries, drafts included, and the tools of the tree without a folder; every hit says why it matched and by which way. */
export const searchCatalog = actorProcedure("read")
  .input(searchInputSchema)
  .output(searchOutputSchema)
  .query(({ ctx, input }) => {
    const catalog = ctx.services.registry.current();
    const startedAt = performance.now();
    const hits = catalog.index
      .search(input.query, input.limit, toFilter(catalog, input))
      .map((hit) => toFoundCapability(catalog, hit));
    return {
      query: input.query,
      revision: catalog.revision,
      searched: catalog.index.size,
      durationMs: performance.now() - startedAt,
      hits,
    };
  });
