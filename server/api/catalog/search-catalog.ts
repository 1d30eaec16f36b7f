import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { type CapabilityType, capabilityTypeSchema } from "#server/capability/contract";
import { searchHitSchema } from "#server/discovery/hit";
import type { Catalog } from "#server/registry/catalog";
import { entrySummarySchema, toEntrySummary } from "#server/registry/entry-summary";

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
  hits: z.array(
    z.object({
      hit: searchHitSchema,
      /** null for a host tool, which has no folder. */
      entry: entrySummarySchema.nullable(),
    }),
  ),
});

/** What the facets let through; undefined when none is set. */
function toFilter({ entries }: Catalog, { types, states }: z.infer<typeof searchInputSchema>) {
  if (!types && !states) return undefined;
  return (name: string, kind: CapabilityType): boolean => {
    if (types && !types.includes(kind)) return false;
    if (!states) return true;
    const entry = entries.get(name);
    const state = entry ? toEntrySummary(entry, "current").state : "trusted";
    return states.some((wanted) => wanted === state);
  };
}

/** Searches all current entries, drafts included; every hit says why it matched and by which way. */
export const searchCatalog = actorProcedure("read")
  .input(searchInputSchema)
  .output(searchOutputSchema)
  .query(({ ctx, input }) => {
    const catalog = ctx.services.registry.current();
    const startedAt = performance.now();
    const hits = catalog.index.search(input.query, input.limit, toFilter(catalog, input)).map((hit) => {
      const entry = catalog.entries.get(hit.name);
      return { hit, entry: entry ? toEntrySummary(entry, "current") : null };
    });
    return {
      query: input.query,
      revision: catalog.revision,
      searched: catalog.index.size,
      durationMs: performance.now() - startedAt,
      hits,
    };
  });
