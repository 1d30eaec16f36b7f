import { setImmediate } from "node:timers/promises";
import type { ImportReport, ImportRequest } from "#server/exchange/exchange";
import { type ImportProgress, importFiles } from "#server/exchange/import-files";
import type { ImportRequestInput } from "./exchange.types";

/** How long an import may hold the process before others have their turn. */
const TURN_MS = 30;

/** The request as `server/exchange` takes it. */
export function toImportRequest({ source, files, quoted, names }: ImportRequestInput): ImportRequest {
  return { source, files, quoted: new Set(quoted), names: new Map(Object.entries(names)) };
}

/**
 * The report of an import, made in short turns, after each of which `onProgress` hears how far it is: 1,223 operations of
 * one document take most of a minute.
 */
export async function runImport(
  request: ImportRequest,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportReport> {
  const steps = importFiles(request);
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    onProgress(step.value);
    await setImmediate();
    since = performance.now();
  }
}
