import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { SANDBOX_LEVELS } from "./outcome";

/** The last self-test, kept in the state folder; it counts only for the same `key` (runner, bwrap, kernel, user). */
const cachedLevelSchema = z.object({
  key: z.string(),
  level: z.enum(SANDBOX_LEVELS),
  guardFile: z.string(),
  probes: z.array(z.object({ name: z.string(), held: z.boolean(), detail: z.string() })),
  boxFault: z.string().nullable(),
  checkedAt: z.number(),
});
export type CachedLevel = z.infer<typeof cachedLevelSchema>;

/** The cached self-test for this key, or null. A damaged file is as good as none: the test is simply run again. */
export async function loadCachedLevel(file: string, key: string): Promise<CachedLevel | null> {
  try {
    const parsed = cachedLevelSchema.safeParse(JSON.parse(await readFile(file, "utf8")));
    return parsed.success && parsed.data.key === key ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Stores it by rename, so that a reader never sees half a file. */
export async function storeCachedLevel(file: string, level: CachedLevel): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  await writeFile(temporary, `${JSON.stringify(level, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, file);
}
