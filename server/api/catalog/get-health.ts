import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { deriveHealth } from "#server/registry/health/derive-health";
import {
  countToMend,
  HEALTH_SECTIONS,
  healthItemSchema,
  healthSectionNameSchema,
} from "#server/registry/health/health";

const healthSchema = z.object({
  revision: z.string(),
  sections: z.array(
    z.object({
      name: healthSectionNameSchema,
      count: z.number(),
      /** Of them, those that are no mere notes. */
      toMend: z.number(),
      /** Nothing can be said yet. */
      isUnknown: z.boolean(),
    }),
  ),
  /** The section whose items these are: the one asked for, else the first that has any. */
  shown: healthSectionNameSchema,
  items: z.array(healthItemSchema),
  /** Tools of the default tree that nothing implements here; they are no trouble of anybody's file. */
  unimplemented: z.number(),
});

/** What a person may want to mend, counted by kind, with the items of one kind. */
export const getHealth = actorProcedure("read")
  .input(z.object({ section: healthSectionNameSchema.optional() }))
  .output(healthSchema)
  .query(async ({ ctx, input }) => {
    const catalog = ctx.services.registry.current();
    const matches = await ctx.services.usage.findMatches();
    // Before the first run nothing can be said of any.
    const health = deriveHealth(catalog, matches.size === 0 ? null : new Set(matches.keys()));
    const shown = input.section ?? HEALTH_SECTIONS.find((name) => health[name].items.length > 0) ?? "broken";
    return {
      revision: catalog.revision,
      sections: HEALTH_SECTIONS.map((name) => ({
        name,
        count: health[name].items.length,
        toMend: countToMend(health[name]),
        isUnknown: health[name].isUnknown === true,
      })),
      shown,
      items: [...health[shown].items],
      unimplemented: catalog.tree.nodes.filter(({ source, disabled }) => source === "builtin" && disabled).length,
    };
  });
