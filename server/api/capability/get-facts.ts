import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { capabilityFactsOf, capabilityFactsSchema } from "#server/runs/capability-facts";

/** What follows from the place of a capability, built-in or host tool; null for a broken one, which has none. */
export const getFacts = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(capabilityFactsSchema.nullable())
  .query(async ({ ctx: { services }, input: { name } }) => {
    const { registry, hostServices, drafts } = services;
    const found = registry.current().entries.has(name) ? null : await drafts.findNew(name);
    const draft = found?.kind === "ok" ? found.entry.contract : undefined;
    return capabilityFactsOf(registry.current(), name, { hostServices, draft });
  });
