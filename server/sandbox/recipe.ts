import { SANDBOX_LIMITS } from "./limits";

/** What every recipe needs to start one process. All paths are real paths of the host. */
export type ProcessPlan = {
  runnerPath: string;
  runnerMajor: number;
  /** Folder of the guard's files and the preload file in it. */
  guardFolder: string;
  guardFile: string;
  snapshotFolder: string;
  /** Path inside the snapshot. */
  entry: string;
  /** Tells the guard's lines on stderr from the code's. */
  nonce: string;
};

export type ProcessCommand = { command: string; args: string[]; env: NodeJS.ProcessEnv; cwd: string };

/**
 * Node's flags with the permission model and the guard; the folders are those the process itself sees (sandbox.md 5).
 * `hasHeapFlag` is false where the kernel holds the memory instead: on Node 20 any heap flag makes V8 reject its code
 * cache, which costs 12 ms of 45 (`npx tsx bench/sandbox.ts`, 2026-11-30: ratio 1.50 without, 1.93 with).
 */
export function toNodeArgs(
  plan: Pick<ProcessPlan, "runnerMajor" | "guardFile" | "entry">,
  folders: { guard: string; snapshot: string; scratch: string },
  hasHeapFlag: boolean,
): string[] {
  const isOld = plan.runnerMajor < 22;
  // Each folder once: Node 20 aborts when one is granted twice, as in the self-test, whose program lies beside the guard.
  const readable = [...new Set([folders.snapshot, folders.scratch, folders.guard])];
  return [
    isOld ? "--experimental-permission" : "--permission",
    ...readable.map((folder) => `--allow-fs-read=${folder}/*`),
    `--allow-fs-write=${folders.scratch}/*`,
    "--require",
    `${folders.guard}/${plan.guardFile}`,
    ...(hasHeapFlag ? [`--max-old-space-size=${SANDBOX_LIMITS.heapMiB}`] : []),
    "--disable-proto=throw",
    "--no-warnings",
    ...(isOld ? [] : ["--disable-sigusr1"]),
    `${folders.snapshot}/${plan.entry}`,
  ];
}

/** The whole environment of a capability's process: built from nothing (sandbox.md 5, "Child"). */
export function toChildEnv(scratch: string, nonce: string): NodeJS.ProcessEnv {
  return {
    HOME: scratch,
    TMPDIR: scratch,
    LANG: "C.UTF-8",
    TZ: "UTC",
    NODE_ENV: "production",
    PATH: "/usr/bin:/bin",
    CAPSTAN_GUARD: nonce,
  };
}
