import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findLedger, insertLedger } from "#server/store/ledger-rows";
import type { LedgerRecord } from "#server/store/rows";
import type { Store } from "#server/store/store";

/** One line of a ledger file. The first nine names are pi's (domain.md 3.5), so its readers understand ours. */
type LedgerLine = {
  ts: string;
  capability: string;
  impl: "code" | "text";
  ok: boolean;
  durationMs: number;
  llmCalls: number;
  cacheHits: number;
  tokens: { input: number; output: number };
  costUsd: number | null;
  error?: string;
  /** The run or execution. */
  sessionId: string;
  kind: LedgerRecord["kind"];
  digest: string | null;
  model: string | null;
  level: string | null;
};

/** `impl` is "code" for what ran in the sandbox, "text" for what only a model did. */
function toLedgerLine(record: LedgerRecord): LedgerLine {
  return {
    ts: record.at.toISOString(),
    capability: record.capability,
    impl: record.level === null ? "text" : "code",
    ok: record.ok,
    durationMs: record.durationMs,
    llmCalls: record.llmCalls,
    cacheHits: record.cacheHits,
    tokens: { input: record.inputTokens, output: record.outputTokens },
    costUsd: record.costUsd,
    ...(record.error === null ? {} : { error: record.error }),
    sessionId: record.runId,
    kind: record.kind,
    digest: record.digest,
    model: record.model,
    level: record.level,
  };
}

export type Ledger = {
  /** Stores one record: a row, and a line in the file of its UTC day. */
  record(entry: LedgerRecord): Promise<void>;
  /** Records of one run or execution, oldest first. */
  find(runId: string): Promise<LedgerRecord[]>;
};

async function appendLine(folder: string, line: LedgerLine): Promise<void> {
  const append = () =>
    appendFile(join(folder, `${line.ts.slice(0, 10)}.jsonl`), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  try {
    await append();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await append();
  }
}

/** The ledger of an installation; its files are `<folder>/YYYY-MM-DD.jsonl`, readable by their owner only. */
export function createLedger({ store, folder }: { store: Store; folder: string }): Ledger {
  return {
    async record(entry) {
      await insertLedger(store, entry);
      await appendLine(folder, toLedgerLine(entry));
    },
    find: (runId) => findLedger(store, runId),
  };
}
