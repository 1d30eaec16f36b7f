import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { capabilityTypeSchema } from "#server/capability/contract";
import { searchHitSchema } from "#server/discovery/hit";
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

/** Searches all current entries, drafts included; every hit says why it matched and by which way. */
export const searchCatalog = actorProcedure("read")
  .input(searchInputSchema)
  .output(searchOutputSchema)
  .query(({ ctx, input }) => {
    const catalog = ctx.services.registry.current();
    const startedAt = performance.now();
    const isFiltered = input.types !== undefined || input.states !== undefined;
    const found = catalog.index.search(input.query, isFiltered ? Math.max(catalog.index.size, 1) : input.limit);
    const hits = found
      .map((hit) => {
        const entry = catalog.entries.get(hit.name);
        return { hit, entry: entry ? toEntrySummary(entry, "current") : null };
      })
      .filter(({ hit, entry }) => {
        if (input.types && !input.types.includes(hit.kind)) return false;
        return !input.states || input.states.some((state) => state === (entry?.state ?? "trusted"));
      })
      .slice(0, input.limit);
    return {
      query: input.query,
      revision: catalog.revision,
      searched: catalog.index.size,
      durationMs: performance.now() - startedAt,
      hits,
    };
  });
