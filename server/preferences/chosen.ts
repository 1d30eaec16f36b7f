import { z } from "zod";
import { AppError } from "#server/errors";
import { readSettings } from "#server/store/setting-rows";
import type { Store } from "#server/store/store";

const mcpServerSchema = z.object({
  name: z.string(),
  command: z.string(),
  args: z.array(z.string()).readonly(),
  env: z.record(z.string(), z.string()).readonly(),
  savedBy: z.string(),
  accepted: z
    .array(z.object({ name: z.string(), fingerprint: z.string() }))
    .readonly()
    .nullable(),
});

/** What the settings rows may hold, by key; an absent key is "not chosen". */
const chosenSchema = z.object({
  model: z.object({ baseUrl: z.string(), apiKey: z.string().nullable(), name: z.string() }).exactOptional(),
  project: z.string().exactOptional(),
  http_hosts: z.array(z.string()).exactOptional(),
  ticket_file: z.string().exactOptional(),
  roots: z.array(z.string()).exactOptional(),
  mcp_servers: z.array(mcpServerSchema).exactOptional(),
});

type ChosenValues = z.infer<typeof chosenSchema>;
export type ChosenKey = keyof ChosenValues;
export type Chosen = { [Key in ChosenKey]?: ChosenValues[Key] | undefined };

/** Reads what was chosen. Throws internal, naming the key, when a row is not what this version writes. */
export async function loadChosen(store: Store): Promise<Chosen> {
  const parsed = chosenSchema.safeParse(Object.fromEntries(await readSettings(store)));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError("internal", `The stored setting ${issue?.path.join(".")} cannot be read: ${issue?.message}.`, {
    next: "Was this state written by a newer Capstan? Start that version.",
    cause: parsed.error,
  });
}
