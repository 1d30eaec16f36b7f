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
  bytes: { input: number; output: number };
  requestId: string | null;
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
    bytes: { input: record.inputBytes, output: record.outputBytes },
    requestId: record.requestId,
  };
}

export type Ledger = {
  /** Stores one record: a row, and a line in the file of its UTC day. */
  record(entry: LedgerRecord): Promise<void>;
  /** Stores a record a moment later, many at once, for what must not wait. What cannot be written is reported. */
  queue(entry: LedgerRecord): void;
  /** Resolves when everything queued so far is stored, or reported. */
  settle(): Promise<void>;
  /** Records of one run or execution, oldest first. */
  find(runId: string): Promise<LedgerRecord[]>;
};

/** Queued records are stored together this often, milliseconds. */
const GATHER_MS = 250;

/** Appends the lines of one UTC day. */
async function appendLines(folder: string, day: string, lines: readonly LedgerLine[]): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const append = () => appendFile(join(folder, `${day}.jsonl`), text, { mode: 0o600 });
  try {
    await append();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await append();
  }
}

/**
 * The ledger of an installation; its files are `<folder>/YYYY-MM-DD.jsonl`, readable by their owner only. `report` is told
 * of queued records that could not be written.
 */
export function createLedger(options: { store: Store; folder: string; report: (line: string) => void }): Ledger {
  const { store, folder, report } = options;
  let waiting: LedgerRecord[] = [];
  let storing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function write(records: readonly LedgerRecord[]): Promise<void> {
    await insertLedger(store, records);
    const byDay = new Map<string, LedgerLine[]>();
    for (const line of records.map(toLedgerLine)) {
      const day = line.ts.slice(0, 10);
      byDay.set(day, [...(byDay.get(day) ?? []), line]);
    }
    for (const [day, lines] of byDay) await appendLines(folder, day, lines);
  }

  function settle(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const records = waiting;
    waiting = [];
    if (records.length === 0) return storing;
    storing = storing
      .then(() => write(records))
      .catch((error: unknown) => report(`${records.length} ledger lines were not written: ${String(error)}`));
    return storing;
  }

  return {
    record: (entry) => write([entry]),
    queue(entry) {
      waiting.push(entry);
      timer ??= setTimeout(() => void settle(), GATHER_MS);
    },
    settle,
    find: (runId) => findLedger(store, runId),
  };
}
