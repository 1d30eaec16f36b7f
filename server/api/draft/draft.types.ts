import { z } from "zod";
import { contractIssueSchema } from "#server/api/catalog/issue.types";
import { isoDate } from "#server/api/dates";

export const draftSchema = z.object({
  name: z.string(),
  baseDigest: z.string(),
  revision: z.number(),
  updatedAt: isoDate,
  updatedBy: z.string(),
  files: z.array(z.object({ path: z.string(), text: z.string().nullable(), size: z.number() })),
  issues: z.array(contractIssueSchema),
  isBehind: z.boolean(),
  digest: z.string(),
});

/** Changed files by path; a null text deletes the file. */
export const fileChangesSchema = z
  .array(z.object({ path: z.string().min(1).max(512), text: z.string().nullable() }))
  .max(200);
