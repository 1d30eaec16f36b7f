import type { CapabilityFiles } from "#server/capability/contract";
import type { JsonValue } from "#server/capability/json";
import type { RpcAnswer, SandboxErrorCode, SandboxLevel, SandboxOutcome } from "./outcome";

/** What the live self-test found, with the one command that raises the level (sandbox.md 5). */
export type LevelReport = {
  level: SandboxLevel;
  runner: { path: string; version: string };
  probes: readonly { name: string; held: boolean; detail: string }[];
  /** What is missing for `os`, null when nothing is. */
  missing: string | null;
  fix: { sentence: string; command: string } | null;
  checkedAt: number;
};

/** Read-only files on disk, named by their digest. */
export type Snapshot = { digest: string; folder: string };

export type SnapshotResult =
  | { kind: "ok"; snapshot: Snapshot }
  | { kind: "refused"; code: SandboxErrorCode; message: string; next: string };

export type SandboxJob = {
  executionId: string;
  snapshot: Snapshot;
  /** Path inside the snapshot, e.g. "impl/run.mjs". */
  entry: string;
  input: JsonValue;
  limits: { timeoutMs: number; maxOutputBytes: number; maxLlmCalls: number };
  /** Ids of the llm steps the code may call. */
  llmStepIds: readonly string[];
  /** Host services named in `requires`. */
  services: readonly string[];
  isTrusted: boolean;
  /** A person confirmed this digest at level node-net. */
  isNodeOnlyConfirmed: boolean;
};

/** What the code may ask of the host; every call is answered, none throws. */
export type SandboxPorts = {
  callStep(
    call: { stepId: string; input: JsonValue; maxTokens: number | undefined },
    signal: AbortSignal,
  ): Promise<RpcAnswer>;
  callService(call: { service: string; method: string; input: JsonValue }, signal: AbortSignal): Promise<RpcAnswer>;
  /** Every frame both ways, in order. Must not throw or block. */
  onFrame(direction: "to_code" | "to_host", frame: JsonValue, bytes: number): void;
  /** One line of stderr. */
  onLog(line: string): void;
  /** Something the code tried and was refused. */
  onDenied(tried: string): void;
};

export type Sandbox = {
  /** The level of now; runs the self-test when it was never run or the runner changed. */
  level(): Promise<LevelReport>;
  /** Runs the self-test again. */
  recheck(): Promise<LevelReport>;
  /** Writes files under their digest, once; refuses names and sizes of sandbox.md 5. */
  snapshotFiles(digest: string, files: CapabilityFiles): Promise<SnapshotResult>;
  /** Contract: never throws; on abort the whole process group is gone before it resolves with E_CANCELLED. */
  run(job: SandboxJob, ports: SandboxPorts, signal: AbortSignal): Promise<SandboxOutcome>;
  [Symbol.asyncDispose](): Promise<void>;
};
