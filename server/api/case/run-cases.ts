import { getSubject } from "#server/api/execution/subject";
import { actorProcedure } from "#server/api/trpc";
import { caseInputSchema, caseResultSchema } from "./case.types";

/** Runs the cases of a capability and sends each result as it is known; leaving the subscription stops the rest. */
export const runCases = actorProcedure("execute")
  .input(caseInputSchema)
  .subscription(async function* ({ ctx, input, signal }) {
    const subject = await getSubject(ctx.services, input.name, input.subject);
    const results = ctx.services.cases.run({ name: input.name, subject, by: ctx.by, ...(signal ? { signal } : {}) });
    for await (const result of results) yield caseResultSchema.parse(result);
  });
