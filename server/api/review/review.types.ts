import { z } from "zod";
import { contractIssueSchema } from "#server/api/catalog/issue.types";
import { isoDate } from "#server/api/dates";

export const submissionStatusSchema = z.enum(["waiting", "approved", "rejected", "changes_asked", "withdrawn"]);

export const submissionRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  digest: z.string(),
  baseDigest: z.string(),
  targetFolder: z.string(),
  note: z.string(),
  status: submissionStatusSchema,
  submittedBy: z.string(),
  submittedAt: isoDate,
  decidedBy: z.string().nullable(),
  decidedAt: isoDate.nullable(),
  decisionNote: z.string().nullable(),
  writtenAt: isoDate.nullable(),
});

/** A submission with the run whose model proposed it; null when a person submitted it. */
export const queuedSubmissionSchema = submissionRecordSchema.extend({ proposedInRun: z.string().nullable() });

export const submissionSchema = queuedSubmissionSchema.extend({
  diff: z.array(
    z.object({
      path: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      isBinary: z.boolean(),
    }),
  ),
  issues: z.array(contractIssueSchema),
  comparedWith: z.object({ digest: z.string(), label: z.string() }).nullable(),
});

/** The bytes on disk as a person reads them before trusting them. */
export const onDiskSchema = submissionSchema.pick({
  name: true,
  digest: true,
  diff: true,
  issues: true,
  comparedWith: true,
});

export const noteSchema = z.string().max(10_000).default("");
