import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { countCatalogToMend } from "#server/registry/health/derive-health";
import { levelReportSchema } from "./level.types";

const statusSchema = z.object({
  version: z.string(),
  instanceId: z.string(),
  person: z.string(),
  model: z.object({ label: z.string(), isPlanner: z.boolean() }),
  sandbox: levelReportSchema,
  project: z.string().nullable(),
  stateFolder: z.string(),
  counts: z.object({
    capabilities: z.number(),
    trusted: z.number(),
    drafts: z.number(),
    shadowed: z.number(),
    pending: z.number(),
    pendingRoots: z.number(),
    broken: z.number(),
    /** Errors and warnings of the health page. */
    toMend: z.number(),
    reviewsWaiting: z.number(),
    runs: z.number(),
    runsActive: z.number(),
  }),
  revision: z.string(),
});

/** The three truths of the top bar (model, sandbox, person) and the counts of the rail. */
export const status = actorProcedure("read")
  .output(statusSchema)
  .query(async ({ ctx }) => {
    const { services } = ctx;
    const catalog = services.registry.current();
    const entries = [...catalog.entries.values()];
    const trusted = entries.filter((entry) => entry.state === "trusted").length;
    const [sandbox, effective, waiting, runs, running, queued] = await Promise.all([
      services.sandbox.level(),
      services.preferences.effective(),
      services.review.list({ status: "waiting" }),
      services.runs.list({ kind: "run", limit: 1 }),
      services.runs.list({ kind: "run", status: "running", limit: 1 }),
      services.runs.list({ kind: "run", status: "queued", limit: 1 }),
    ]);
    return {
      version: services.version,
      instanceId: services.instanceId,
      person: ctx.by,
      model: services.models.current(),
      sandbox,
      project: effective.project.value,
      stateFolder: effective.stateFolder.value,
      counts: {
        capabilities: entries.length,
        trusted,
        drafts: entries.length - trusted,
        shadowed: catalog.shadowed.length,
        pending: catalog.pending.length,
        pendingRoots: catalog.roots.filter((root) => root.exists && root.admission === "pending").length,
        broken: catalog.broken.length,
        toMend: countCatalogToMend(catalog),
        reviewsWaiting: waiting.length,
        runs: runs.total,
        runsActive: running.total + queued.total,
      },
      revision: catalog.revision,
    };
  });
