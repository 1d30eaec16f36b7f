import { z } from "zod";
import { getSubject } from "#server/api/execution/subject";
import { actorProcedure } from "#server/api/trpc";
import { caseInputSchema, caseResultSchema } from "./case.types";

/** The same as the subscription, answered at once at the end: for callers without a socket. */
export const runAllCases = actorProcedure("execute")
  .input(caseInputSchema)
  .output(z.object({ results: z.array(caseResultSchema) }))
  .mutation(async ({ ctx, input, signal }) => {
    const subject = await getSubject(ctx.services, input.name, input.subject);
    const results: z.infer<typeof caseResultSchema>[] = [];
    const running = ctx.services.cases.run({ name: input.name, subject, by: ctx.by, ...(signal ? { signal } : {}) });
    for await (const result of running) results.push(result);
    return { results };
  });
