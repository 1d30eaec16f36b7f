import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import type { LeftOut } from "#server/exchange/export-capabilities";
import { type ExportSource, exportCapabilities } from "#server/exchange/export-capabilities";
import type { Services } from "#server/services";
import { exportFormatSchema, exportReportSchema } from "./exchange.types";

const NAMES_MAX = 5_000;

function toTexts(files: ReadonlyMap<string, Uint8Array>) {
  return [...files].map(([path, bytes]) => ({ path, text: new TextDecoder().decode(bytes) }));
}

/** The winner of the name with its files, else the draft of a name that nothing on disk has. */
async function findSource({ registry, drafts }: Services, name: string): Promise<ExportSource | LeftOut> {
  const entry = registry.current().entries.get(name);
  if (entry) return { name, type: entry.contract.type, files: toTexts(await registry.filesOf(entry.digest)) };
  const found = await drafts.findNew(name);
  const files = found?.kind === "ok" ? await drafts.filesOf(name) : null;
  if (found?.kind === "ok" && files) return { name, type: found.entry.contract.type, files: toTexts(files) };
  return { name, code: "not_found", reason: `No capability that can be read is named "${name}".` };
}

/** Capabilities in a format of others, with what was left out. A mutation since the names of a whole list fit in no address. */
export const exportMany = actorProcedure("read")
  .input(z.object({ names: z.array(z.string().max(256)).min(1).max(NAMES_MAX), format: exportFormatSchema }))
  .output(exportReportSchema)
  .mutation(async ({ ctx, input }) => {
    const sources: ExportSource[] = [];
    const unknown: LeftOut[] = [];
    for (const name of new Set(input.names)) {
      const source = await findSource(ctx.services, name);
      if ("files" in source) sources.push(source);
      else unknown.push(source);
    }
    const report = exportCapabilities(sources, input.format);
    return { ...report, leftOut: [...unknown, ...report.leftOut] };
  });
