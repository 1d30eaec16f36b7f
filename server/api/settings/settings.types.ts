import { z } from "zod";
import { rootStatusSchema } from "#server/api/catalog/root.types";

const valueSourceSchema = z.object({
  from: z.enum(["default", "environment", "flag", "file", "settings"]),
  name: z.string().optional(),
});

function sourced<T extends z.ZodType>(value: T) {
  return z.object({ value, source: valueSourceSchema });
}

/** Values in effect, each with where it comes from. A stored key never leaves the server: only that there is one. */
export const effectiveSettingsSchema = z.object({
  model: sourced(z.object({ baseUrl: z.string(), name: z.string(), hasApiKey: z.boolean() }).nullable()),
  project: sourced(z.string().nullable()),
  host: sourced(z.string()),
  port: sourced(z.number()),
  stateFolder: sourced(z.string()),
  httpHosts: sourced(z.array(z.string())),
  ticketFile: sourced(z.string()),
  roots: z.array(rootStatusSchema),
});

export const modelInputSchema = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  /** Left out: the stored key stays. null: no key. */
  apiKey: z.string().max(10_000).nullable().exactOptional(),
  name: z.string().min(1).max(200),
});

export const pathInputSchema = z.object({ path: z.string().min(1).max(4_096) });
