import { z } from "zod";

/** What a plain query for digests answers. */
export const digestRowsSchema = z.array(z.object({ digest: z.string() }));
