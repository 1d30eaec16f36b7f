import type { CapabilityFiles } from "#server/capability/contract";
import type { JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { PayloadOf, RunState, WireEvent } from "#server/loop/events";

/** The loop that answers a message when no other one is asked for. */
export const DEFAULT_FOCUS_MODE = "default";

/** One line of the runs list. */
export type RunSummary = {
  id: string;
  kind: "run" | "execution";
  /** The message of a run, the capability's name of an execution. */
  title: string;
  status: RunState;
  source: string;
  focusMode: string | null;
  parentId: string | null;
  allowDrafts: boolean;
  startedBy: string;
  createdAt: Date;
  updatedAt: Date;
  turns: number;
  lastSeq: number;
};

export type RunPage = { runs: RunSummary[]; nextCursor: string | null; total: number };

/** Position in a copy of the log; a client with another epoch starts from 0 (design.md 5). */
export type LogPosition = { epoch: string; seq: number };

export type EventBatch = { epoch: string; events: WireEvent[]; summary: RunSummary };

/** The runs of this installation: agent loops that answer one message each. */
export type Runs = {
  /** Stores the run and queues it. Throws bad_input (empty message, unknown focus mode). */
  start(request: { message: string; focusMode?: string; allowDrafts: boolean; by: string }): Promise<{ id: string }>;
  /** Queues an interrupted run again. Throws not_found, conflict (not interrupted). */
  resume(id: string, by: string): Promise<void>;
  /** Stops a run; resolves when its terminal event is stored. Throws not_found. A run that ended is left as it is. */
  cancel(id: string, by: string): Promise<void>;
  /** Newest first. `cursor` is the last id of the page before. */
  list(filter: {
    kind?: "run" | "execution";
    status?: RunState;
    title?: string;
    cursor?: string;
    limit: number;
  }): Promise<RunPage>;
  /** Throws not_found. */
  get(id: string): Promise<RunSummary>;
  /** Stored events after `seq`, at most `limit`. */
  events(id: string, after: LogPosition | null, limit: number): Promise<EventBatch>;
  /**
   * The log from a position and then live, without gap or duplicate, ending after the last event of a terminal log.
   * Contract: listens before it reads; ends when the signal aborts.
   */
  follow(id: string, after: LogPosition | null, signal: AbortSignal): AsyncGenerator<EventBatch>;
  /** The payload behind a digest, as JSON text. Throws not_found. */
  blob(digest: string): Promise<{ text: string; size: number }>;
};

export type ExecutionSource = "dry_run" | "case" | "cli" | "loop";

export type ExecutionRequest = {
  source: ExecutionSource;
  name: string;
  /** The bytes to run: an editor's buffer, or a digest the registry knows. */
  subject: { kind: "buffer"; files: CapabilityFiles } | { kind: "digest"; digest: string };
  input: JsonValue;
  by: string;
  /** A loop's call; its id and execution id come with it. */
  parent?: { runId: string; callId: string; executionId: string };
  /** A person confirmed code separated by Node only, for this digest. */
  isNodeOnlyConfirmed?: boolean;
  /** Scripted answers of llm steps by step id, for a case. */
  cannedSteps?: Record<string, JsonValue>;
};

export type ExecutionOutcome = PayloadOf<"execution_finished"> & { executionId: string };

/** Executions of one capability: dry-runs, cases, CLI and loop calls, each with its own log. */
export type Executions = {
  /**
   * Stores the execution and runs it. `done` never rejects. Throws not_found, and draft_refused when a loop or the CLI
   * names a draft.
   */
  start(
    request: ExecutionRequest,
    signal?: AbortSignal,
  ): Promise<{ executionId: string; done: Promise<ExecutionOutcome> }>;
  /** Kills the process group; resolves when the end is stored. Throws not_found. */
  cancel(id: string, by: string): Promise<void>;
};

/** What must hold of one case (domain.md 3.1): deep partial match unless `match` is exact. */
export type CaseResult = {
  index: number;
  name: string;
  line: number;
  kind: "passed" | "failed" | "broken";
  /** Paths that differ, each a sentence. */
  differences: string[];
  executionId: string | null;
  problem?: Problem;
  durationMs: number;
};

export type Cases = {
  /** Runs all cases in file order, one result after the other. Throws not_found; bad_input when there is no case file. */
  run(request: {
    name: string;
    subject: ExecutionRequest["subject"];
    by: string;
    signal?: AbortSignal;
  }): AsyncGenerator<CaseResult>;
};
