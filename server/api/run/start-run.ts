import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

export const startRun = actorProcedure("start_run")
  .input(
    z.object({
      message: z.string().max(2_000_000),
      focusMode: z.string().min(1).max(64).exactOptional(),
      /** Lets this one run use drafts; marked on every turn. */
      allowDrafts: z.boolean().default(false),
    }),
  )
  .output(z.object({ id: z.string() }))
  .mutation(({ ctx, input }) => {
    if (input.allowDrafts) ctx.services.access.assertMay(ctx.actor, "allow_drafts");
    return ctx.services.runs.start({ ...input, by: ctx.by });
  });
