import { z } from "zod";
import { subjectSchema } from "#server/api/execution/subject";
import { problemSchema } from "#server/loop/events";

export const caseInputSchema = z.object({ name: z.string().min(1).max(256), subject: subjectSchema });

export const caseResultSchema = z.object({
  index: z.number(),
  name: z.string(),
  line: z.number(),
  kind: z.enum(["passed", "failed", "broken"]),
  differences: z.array(z.string()),
  executionId: z.string().nullable(),
  problem: problemSchema.optional(),
  durationMs: z.number(),
});
