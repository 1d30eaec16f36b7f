import { z } from "zod";
import { CAPABILITY_NAME } from "#server/capability/contract";
import { EXPORT_FORMATS, IMPORT_FORMATS, NAME_CODES } from "#server/exchange/exchange";

const FILES_MAX = 2_000;
/** Characters of all files together; the server takes bodies of 42 MiB. */
const CHARACTERS_MAX = 32 * 1024 * 1024;

const fileSchema = z.object({ path: z.string().max(512), text: z.string().max(CHARACTERS_MAX) });

/** What a person gives to import; `names` are those chosen instead of ours, by the key of the item. */
export const importRequestSchema = z.object({
  source: z.string().trim().max(200).default(""),
  files: z.array(fileSchema).min(1).max(FILES_MAX),
  quoted: z.array(z.string().max(512)).max(FILES_MAX).default([]),
  names: z.record(z.string().max(1_024), z.string().regex(CAPABILITY_NAME)).default({}),
});
export type ImportRequestInput = z.infer<typeof importRequestSchema>;

/** What a client calls one preview while it waits for it. */
export const progressIdSchema = z.string().min(8).max(64);

const issueSchema = z.object({ severity: z.enum(["error", "warning", "info"]), code: z.string(), message: z.string() });

const itemSchema = z.object({
  key: z.string(),
  format: z.enum(IMPORT_FORMATS),
  place: z.string(),
  source: z.string(),
  originalName: z.string(),
  name: z.string(),
  nameReason: z.string().optional(),
  nameCode: z.enum(NAME_CODES).optional(),
  description: z.string(),
  /** Paths only: what they hold is made again when drafts are created. */
  files: z.array(z.string()),
  issues: z.array(issueSchema),
  disabled: z.object({ reason: z.string(), enabledBy: z.string() }).optional(),
  /** Why a draft of that name cannot be made, and a name that is free. */
  collision: z.object({ message: z.string(), suggestedName: z.string() }).nullable(),
});

const skippedSchema = z.object({
  key: z.string(),
  place: z.string(),
  name: z.string().optional(),
  code: z.string(),
  reason: z.string(),
  next: z.string().optional(),
  fix: z.object({ path: z.string(), line: z.number(), before: z.string(), after: z.string() }).optional(),
});

/** What would come of an import, before anything is made. */
export const importPreviewSchema = z.object({
  files: z.array(
    z.object({ path: z.string(), format: z.enum(IMPORT_FORMATS).nullable(), verdict: z.string(), found: z.number() }),
  ),
  items: z.array(itemSchema),
  skipped: z.array(skippedSchema),
  issues: z.array(issueSchema),
  /** The folder that approved drafts would be written to; null when no root can take one. */
  root: z.string().nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** What came of it, item by item: nothing is half done without a word. */
export const importResultSchema = z.object({
  created: z.array(z.object({ key: z.string(), name: z.string() })),
  refused: z.array(
    z.object({ key: z.string(), name: z.string(), code: z.string(), message: z.string(), next: z.string().optional() }),
  ),
});

export const exportFormatSchema = z.enum(EXPORT_FORMATS);

export const exportReportSchema = z.object({
  format: exportFormatSchema,
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  exported: z.array(z.object({ name: z.string(), as: z.string() })),
  leftOut: z.array(z.object({ name: z.string(), code: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
});
