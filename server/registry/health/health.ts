import { z } from "zod";

/** The kinds of trouble the health page lists, in its order. */
export const HEALTH_SECTIONS = [
  "broken",
  "disabled",
  "concealed",
  "provider",
  "colliding",
  "shadowed",
  "never_matched",
] as const;
export const healthSectionNameSchema = z.enum(HEALTH_SECTIONS);
export type HealthSectionName = z.infer<typeof healthSectionNameSchema>;

/** `error`: something does not work; `warning`: it works otherwise than it seems; `note`: worth knowing, often wanted. */
const healthSeveritySchema = z.enum(["error", "warning", "note"]);

/** One thing to look at. `href` is where it is mended. */
export const healthItemSchema = z.object({
  /** Unique in its section, and the same from one revision to the next. */
  id: z.string(),
  name: z.string(),
  severity: healthSeveritySchema,
  /** Stable, for filters and tests. */
  code: z.string(),
  /** Folder or file with line and column. */
  place: z.string(),
  message: z.string(),
  next: z.string(),
  /** What to write instead, where it is known. */
  fix: z.string().optional(),
  href: z.string(),
});
export type HealthItem = z.infer<typeof healthItemSchema>;

/** `isUnknown`: nothing can be said yet, which is not the same as nothing to mend. */
export type HealthSection = { items: readonly HealthItem[]; isUnknown?: boolean };
export type Health = Readonly<Record<HealthSectionName, HealthSection>>;

/** How many items of a section want mending: notes do not. */
export function countToMend({ items }: HealthSection): number {
  return items.reduce((count, { severity }) => count + (severity === "note" ? 0 : 1), 0);
}
