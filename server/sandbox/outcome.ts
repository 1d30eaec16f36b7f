import type { JsonValue } from "#server/capability/json";

/** The four levels, best first (sandbox.md 5). */
export const SANDBOX_LEVELS = ["os", "node-net", "node-fs", "none"] as const;
export type SandboxLevel = (typeof SANDBOX_LEVELS)[number];

/** What capability code or its folder did wrong. Stable; docs/sandbox.md explains each. */
export const SANDBOX_ERROR_CODES = [
  "E_SPAWN",
  "E_SANDBOX_LEVEL",
  "E_SNAPSHOT_SYMLINK",
  "E_SNAPSHOT_HARDLINK",
  "E_SNAPSHOT_TYPE",
  "E_SNAPSHOT_SIZE",
  "E_SNAPSHOT_NAME",
  "E_PROMPT_PATH",
  "E_START_TIMEOUT",
  "E_TIMEOUT",
  "E_CANCELLED",
  "E_OOM",
  "E_KILLED",
  "E_EXIT_NONZERO",
  "E_EXIT_NO_RESULT",
  "E_STDOUT_LIMIT",
  "E_FRAME_TOO_BIG",
  "E_FRAME_LIMIT",
  "E_FRAME_NOT_JSON",
  "E_FRAME_ENCODING",
  "E_FRAME_SHAPE",
  "E_FRAME_DEPTH",
  "E_FRAME_FORBIDDEN_KEY",
  "E_FRAME_UNKNOWN",
  "E_FRAME_EARLY",
  "E_RESULT_MISSING_OUTPUT",
  "E_INPUT_SCHEMA",
  "E_OUTPUT_SCHEMA",
  "E_DUPLICATE_RESULT",
  "E_AFTER_RESULT",
  "E_RPC_ID",
  "E_RPC_LIMIT",
  "E_RPC_PROMPT",
  "E_RPC_FLIGHT",
] as const;
export type SandboxErrorCode = (typeof SANDBOX_ERROR_CODES)[number];

export type SandboxPhase = "snapshot" | "start" | "run" | "after";

export type SandboxStats = {
  level: SandboxLevel;
  /** Whole time and time to the first sign of life, milliseconds. */
  durationMs: number;
  startMs: number | null;
  /** Highest resident size of the process tree seen; null where it cannot be read. */
  peakRssBytes: number | null;
  frames: number;
  llmCalls: number;
  cacheHits: number;
  denials: readonly string[];
  warnings: readonly string[];
  /** First 64 KiB of stderr, plain text. */
  stderr: string;
};

/** How one job ended. Failures are values: the loop goes on with them (style.md 6). */
export type SandboxOutcome =
  | { kind: "ok"; output: JsonValue; stats: SandboxStats }
  | {
      kind: "failed";
      code: SandboxErrorCode;
      /** A sentence for a person. */
      message: string;
      /** What to do about it. */
      next: string;
      phase: SandboxPhase;
      stats: SandboxStats;
    };

export type RpcAnswer = { ok: true; data: JsonValue; cached?: boolean } | { ok: false; error: string };
