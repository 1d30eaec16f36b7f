import { z } from "zod";

/** The sandbox level's report as it travels (server/sandbox/sandbox.ts LevelReport). */
export const levelReportSchema = z.object({
  level: z.enum(["os", "node-net", "node-fs", "none"]),
  runner: z.object({ path: z.string(), version: z.string() }),
  probes: z.array(z.object({ name: z.string(), held: z.boolean(), detail: z.string() })).readonly(),
  missing: z.string().nullable(),
  fix: z.object({ sentence: z.string(), command: z.string() }).nullable(),
  checkedAt: z.number(),
});
