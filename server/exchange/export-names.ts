import type { ExportFormat } from "./exchange";
import { type ExportReport, type ExportSource, exportCapabilities, type LeftOut } from "./export-capabilities";

export type ExportNamesRequest = {
  names: readonly string[];
  format: ExportFormat;
  /** The capability of a name with its texts; null when there is none that can be read. */
  load(name: string): Promise<ExportSource | null>;
};

/** Exports by name, each once; a name that nobody has is left out with that reason. */
export async function exportNames({ names, format, load }: ExportNamesRequest): Promise<ExportReport> {
  const sources: ExportSource[] = [];
  const unknown: LeftOut[] = [];
  for (const name of new Set(names)) {
    const source = await load(name);
    if (source) sources.push(source);
    else unknown.push({ name, code: "not_found", reason: `No capability that can be read is named "${name}".` });
  }
  const report = exportCapabilities(sources, format);
  return { ...report, leftOut: [...unknown, ...report.leftOut] };
}
