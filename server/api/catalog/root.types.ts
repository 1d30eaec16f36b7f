import { z } from "zod";

/** One root as the registry sees it (server/registry/catalog.ts RootStatus). */
export const rootStatusSchema = z.object({
  path: z.string(),
  layer: z.enum(["L1", "L2"]),
  order: z.number(),
  origin: z.string(),
  admission: z.enum(["not_needed", "admitted", "pending"]),
  exists: z.boolean(),
  writable: z.boolean(),
  counts: z.object({ entries: z.number(), broken: z.number(), shadowed: z.number() }),
  problem: z.string().optional(),
});
