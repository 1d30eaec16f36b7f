import { setImmediate } from "node:timers/promises";
import type { ImportReport } from "#server/exchange/exchange";
import { importFiles } from "#server/exchange/import-files";
import type { ImportRequestInput } from "./exchange.types";

/** How long an import may hold the process before others have their turn. */
const TURN_MS = 30;

/** The report of an import, made in short turns: 1,223 operations of one document take most of a minute. */
export async function runImport({ source, files, quoted, names }: ImportRequestInput): Promise<ImportReport> {
  const request = { source, files, quoted: new Set(quoted), names: new Map(Object.entries(names)) };
  const steps = importFiles(request);
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
