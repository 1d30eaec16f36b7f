import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { isAppError } from "#server/errors";
import { importRequestSchema, importResultSchema } from "./exchange.types";
import { runImport, toImportRequest } from "./run-import";

/** Drafts that one call makes at most. */
const CHOSEN_MAX = 500;

type Refusal = z.infer<typeof importResultSchema>["refused"][number];

/**
 * Makes a draft of each chosen item of an import. The files are read again, so what is made is what the preview showed. One
 * that cannot be made, such as a name that was taken meanwhile, is named with its reason; the others are made.
 */
export const createImported = actorProcedure("edit_draft")
  .input(importRequestSchema.extend({ keys: z.array(z.string()).min(1).max(CHOSEN_MAX) }))
  .output(importResultSchema)
  .mutation(async ({ ctx, input }) => {
    const { keys, ...request } = input;
    const report = await runImport({ ...toImportRequest(request), only: new Set(keys) });
    const items = new Map(report.items.map((item) => [item.key, item]));
    const created: { key: string; name: string }[] = [];
    const refused: Refusal[] = [];
    for (const key of keys) {
      const item = items.get(key);
      if (!item) {
        const message = "This is not in the import any more. Look at the preview again.";
        refused.push({ key, name: key, code: "not_found", message });
        continue;
      }
      const { name, files } = item;
      try {
        await ctx.services.drafts.createWith({ name, files, by: ctx.by });
        created.push({ key, name });
      } catch (error) {
        if (!isAppError(error)) throw error;
        const { code, message, next } = error;
        refused.push({ key, name, code, message, ...(next === undefined ? {} : { next }) });
      }
    }
    return { created, refused };
  });
