/** Domain types that the row modules answer. JSON columns are parsed by whoever owns their schema; here they are `unknown`. */

export type LogKind = "run" | "execution";

export type LogHead = {
  id: string;
  kind: LogKind;
  title: string;
  status: string;
  source: string;
  focusMode: string | null;
  digest: string | null;
  parentId: string | null;
  allowDrafts: boolean;
  startedBy: string;
  createdAt: Date;
  updatedAt: Date;
  lastSeq: number;
  turns: number;
  ownerId: string | null;
  leaseExpiresAt: Date | null;
  cancelAsked: boolean;
};

export type StoredEvent = {
  run_id: string;
  seq: number;
  ts: number;
  type: string;
  turn: number;
  task_id: string;
  parent_task_id: string;
  call_id?: string;
  span_id: string;
  parent_span_id: string;
  payload?: unknown;
  blob_digest?: string;
  blob_size?: number;
};

/** An event to append. `json` is its payload as stored: whoever checked the payload has made it already. */
export type EventRow = Omit<StoredEvent, "run_id" | "seq" | "ts" | "blob_digest" | "blob_size"> & {
  payload: unknown;
  json: string;
};

export type TrustRecord = { digest: string; name: string; trustedBy: string; trustedAt: Date; reason: string };

export type ManifestFile = { path: string; blob: string; size: number };

export type DraftRecord = {
  id: string;
  name: string;
  baseDigest: string;
  revision: number;
  updatedAt: Date;
  updatedBy: string;
  files: Map<string, Uint8Array>;
};

export type SubmissionStatus = "waiting" | "approved" | "rejected" | "changes_asked" | "withdrawn";

export type SubmissionRecord = {
  id: string;
  name: string;
  digest: string;
  baseDigest: string;
  targetFolder: string;
  note: string;
  status: SubmissionStatus;
  submittedBy: string;
  submittedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  decisionNote: string | null;
  writtenAt: Date | null;
};

export type AuditRecord = { id: number; at: Date; actor: string; action: string; subject: string; details: unknown };

export type LedgerRecord = {
  at: Date;
  kind: "model_call" | "execution" | "host_call";
  runId: string;
  capability: string;
  digest: string | null;
  model: string | null;
  level: string | null;
  ok: boolean;
  durationMs: number;
  llmCalls: number;
  cacheHits: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  error: string | null;
  /** Of the input and output as JSON, UTF-8; 0 for a model call, whose size its tokens tell. */
  inputBytes: number;
  outputBytes: number;
  /** The request of a person or client that led to it; null where there was none, or it is not known any more. */
  requestId: string | null;
};

/** What the ledger says of the calls of one capability, executions and calls of a host tool alike. */
export type UsageRecord = {
  calls: number;
  failures: number;
  lastAt: Date | null;
  /** Milliseconds: all calls together, and the middle and the slow end of the last 1,000; null without a call. */
  durationMs: { total: number; p50: number | null; p95: number | null };
  inputBytes: number;
  outputBytes: number;
};
