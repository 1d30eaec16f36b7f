import { z } from "zod";
import { contractIssueSchema } from "#server/api/catalog/issue.types";
import { isoDate } from "#server/api/dates";
import type { Contract, JsonSchema } from "#server/capability/contract";
import { entrySummarySchema } from "#server/registry/entry-summary";

/** Texts up to this size come with the page; a larger file shows its size and digest only. */
export const TEXT_BYTES_MAX = 1_048_576;

const capabilityTextFileSchema = z.object({
  path: z.string(),
  size: z.number(),
  digest: z.string(),
  /** null for bytes that are not UTF-8 text or larger than 1 MiB; `note` says which. */
  text: z.string().nullable(),
  note: z.string().nullable(),
});

const trustRecordSchema = z.object({
  digest: z.string(),
  name: z.string(),
  trustedBy: z.string(),
  trustedAt: isoDate,
  reason: z.string(),
});

const draftSummarySchema = z.object({
  revision: z.number(),
  digest: z.string(),
  updatedAt: isoDate,
  updatedBy: z.string(),
  isBehind: z.boolean(),
});

const rootCapabilitySchema = z.object({
  kind: z.literal("capability"),
  name: z.string(),
  /** The entry the page is about: the current one, else a pending one, else a broken one, else what a draft would become. */
  summary: entrySummarySchema,
  /** null for a broken entry. Checked when the file was parsed. */
  contract: z.custom<Contract>().nullable(),
  source: z.object({ file: z.string(), text: z.string() }).nullable(),
  /** As they are on disk; none for a name that only a draft has. */
  files: z.array(capabilityTextFileSchema),
  issues: z.array(contractIssueSchema).readonly(),
  trust: trustRecordSchema.nullable(),
  draft: draftSummarySchema.nullable(),
  /** Other entries of the same name: what it shadows, what is pending or broken. */
  others: z.array(entrySummarySchema),
});

/** A tool of the tree that no root holds: built in, of the host, or a place that nothing implements. */
const builtinToolSchema = z.object({
  kind: z.literal("builtin"),
  name: z.string(),
  title: z.string(),
  isSubAgent: z.boolean(),
  description: z.string(),
  when: z.string(),
  /** Why nothing can call it; null when a loop can. */
  disabled: z.object({ reason: z.string(), enabledBy: z.string() }).nullable(),
  /** null where nothing implements it. */
  schemas: z.object({ input: z.custom<JsonSchema>(), output: z.custom<JsonSchema>() }).nullable(),
});

export const capabilityDetailsSchema = z.discriminatedUnion("kind", [rootCapabilitySchema, builtinToolSchema]);
