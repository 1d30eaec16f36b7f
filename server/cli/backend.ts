import type { JsonValue } from "#server/capability/json";
import type { ExportFormat } from "#server/exchange/exchange";
import type { ExportReport } from "#server/exchange/export-capabilities";
import type { WireEvent } from "#server/loop/events";
import type { EntrySummary } from "#server/registry/entry-summary";
import type { FoundCapability } from "#server/registry/found-capability";
import type { CaseResult } from "#server/runs/runs";
import type { LevelReport } from "#server/sandbox/sandbox";
import type { Introspection } from "#server/tree/introspect/introspection";

export type DiagnosedRoot = {
  path: string;
  layer: string;
  origin: string;
  admission: string;
  exists: boolean;
  entries: number;
  /** Why the folder could not be read. */
  problem?: string | undefined;
};

export type Diagnosis = {
  version: string;
  stateFolder: string;
  project: string | null;
  model: { label: string; isPlanner: boolean };
  sandbox: LevelReport;
  roots: DiagnosedRoot[];
  broken: EntrySummary[];
  /** Errors and warnings of the health page. */
  toMend: number;
};

/** What the tree says of itself, answered from wherever it is. */
export type AskedIntrospection = {
  [Question in keyof Introspection]: (
    ...asked: Parameters<Introspection[Question]>
  ) => Promise<ReturnType<Introspection[Question]>>;
};

/**
 * What the commands need of Capstan: the running server by HTTP, or the services embedded in this process. The commands
 * cannot tell which one answers. Contract: every method throws AppError for a refusal.
 */
export type Backend = {
  /** Address of the server that answers; null when the services are embedded. */
  readonly address: string | null;
  list(): Promise<EntrySummary[]>;
  search(query: string, limit: number): Promise<FoundCapability[]>;
  startExecution(request: { name: string; input: JsonValue }): Promise<string>;
  startRun(request: { message: string; focusMode?: string }): Promise<string>;
  /** Events of a run or an execution from its first, until its last. */
  follow(id: string, signal: AbortSignal): AsyncGenerator<WireEvent>;
  /** Payload behind a digest, parsed. */
  loadBlob(digest: string): Promise<unknown>;
  cancelExecution(id: string): Promise<void>;
  cancelRun(id: string): Promise<void>;
  runCases(name: string, signal: AbortSignal): AsyncGenerator<CaseResult>;
  diagnose(): Promise<Diagnosis>;
  readonly introspection: AskedIntrospection;
  /** Capabilities in a format of others, with what was left out and why. */
  exportMany(names: readonly string[], format: ExportFormat): Promise<ExportReport>;
  /** A fresh address that opens a session; null when no server runs. */
  openSession(): Promise<string | null>;
  [Symbol.asyncDispose](): Promise<void>;
};
