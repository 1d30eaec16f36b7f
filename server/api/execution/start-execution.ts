import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { jsonValueSchema } from "#server/capability/json";
import { AppError } from "#server/errors";
import { getSubject, subjectSchema } from "./subject";

/** Starts a dry-run (a person) or a CLI execution and answers its id; what happens is in its events. */
export const startExecution = actorProcedure("execute")
  .input(
    z.object({
      name: z.string().min(1).max(256),
      subject: subjectSchema,
      input: jsonValueSchema,
      /** A person read "separated by Node only" and goes on, for this digest. */
      confirmNodeOnly: z.boolean().default(false),
    }),
  )
  .output(z.object({ executionId: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const isPerson = ctx.actor.kind === "person";
    if (!isPerson && (input.subject.kind === "buffer" || input.subject.kind === "draft")) {
      throw new AppError("draft_refused", "The command line runs trusted digests only.", {
        next: `Dry-run the draft in the browser: /capabilities/${input.name}.`,
      });
    }
    const started = await ctx.services.executions.start({
      source: isPerson ? "dry_run" : "cli",
      name: input.name,
      subject: await getSubject(ctx.services, input.name, input.subject),
      input: input.input,
      by: ctx.by,
      isNodeOnlyConfirmed: isPerson && input.confirmNodeOnly,
    });
    return { executionId: started.executionId };
  });
