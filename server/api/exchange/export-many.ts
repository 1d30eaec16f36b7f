import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { exportNames } from "#server/exchange/export-names";
import { loadTexts } from "#server/review/load-texts";
import { exportFormatSchema, exportReportSchema } from "./exchange.types";

const NAMES_MAX = 5_000;

/** Capabilities in a format of others, with what was left out. A mutation since the names of a whole list fit in no address. */
export const exportMany = actorProcedure("read")
  .input(z.object({ names: z.array(z.string().max(256)).min(1).max(NAMES_MAX), format: exportFormatSchema }))
  .output(exportReportSchema)
  .mutation(({ ctx, input }) => exportNames({ ...input, load: (name) => loadTexts(ctx.services, name) }));
