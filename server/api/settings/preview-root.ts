import { z } from "zod";
import { rootStatusSchema } from "#server/api/catalog/root.types";
import { actorProcedure } from "#server/api/trpc";
import { AppError } from "#server/errors";
import { entrySummarySchema, toBrokenSummary, toEntrySummary } from "#server/registry/entry-summary";
import { pathInputSchema } from "./settings.types";

/** What a person looks at before a root is admitted: its path and everything it holds. */
export const previewRoot = actorProcedure("read")
  .input(pathInputSchema)
  .output(z.object({ root: rootStatusSchema, entries: z.array(entrySummarySchema) }))
  .query(({ ctx, input }) => {
    const catalog = ctx.services.registry.current();
    const root = catalog.roots.find((candidate) => candidate.path === input.path);
    if (!root) {
      throw new AppError("not_found", `${input.path} is not a root of this installation.`, {
        next: "Add it as a root first.",
      });
    }
    const isOfRoot = (entry: { rootPath: string }): boolean => entry.rootPath === root.path;
    return {
      root,
      entries: [
        ...catalog.pending.filter(isOfRoot).map((entry) => toEntrySummary(entry, "pending")),
        ...[...catalog.entries.values()].filter(isOfRoot).map((entry) => toEntrySummary(entry, "current")),
        ...catalog.shadowed.filter(isOfRoot).map((entry) => toEntrySummary(entry, "shadowed")),
        ...catalog.broken.filter(isOfRoot).map(toBrokenSummary),
      ],
    };
  });
