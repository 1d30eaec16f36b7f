import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { JsonValue } from "#server/capability/json";
import { createSandbox, type SandboxOptions } from "./create-sandbox";
import type { SandboxOutcome } from "./outcome";
import type { Sandbox, SandboxJob, SandboxPorts } from "./sandbox";

export type TestSandbox = Sandbox & { stateFolder: string };

/** A sandbox on a state folder of its own, removed with it. */
export async function openTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const stateFolder = await mkdtemp(join(tmpdir(), "capstan-sandbox-test-"));
  const sandbox = createSandbox({
    stateFolder,
    appFolder: resolve("."),
    nodePath: null,
    allowNoNetworkIsolation: false,
    concurrency: 2,
    log: () => {},
    ...options,
  });
  return {
    stateFolder,
    level: () => sandbox.level(),
    recheck: () => sandbox.recheck(),
    snapshotFiles: (digest, files) => sandbox.snapshotFiles(digest, files),
    run: (job, ports, signal) => sandbox.run(job, ports, signal),
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]();
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

export type TestRun = {
  files: Record<string, string>;
  input?: JsonValue;
  job?: Partial<SandboxJob>;
  limits?: Partial<SandboxJob["limits"]>;
  ports?: Partial<SandboxPorts>;
  signal?: AbortSignal;
};

/** Runs files as a draft with defaults that fit a test; `impl/run.mjs` is the entry. */
export async function runFiles(sandbox: Sandbox, run: TestRun): Promise<SandboxOutcome> {
  const encoder = new TextEncoder();
  const files = new Map(Object.entries(run.files).map(([path, text]) => [path, encoder.encode(text)]));
  const written = await sandbox.snapshotFiles("test", files);
  if (written.kind === "refused") throw new Error(`${written.code}: ${written.message}`);
  return sandbox.run(
    {
      executionId: "test",
      snapshot: written.snapshot,
      entry: "impl/run.mjs",
      input: run.input ?? {},
      limits: { timeoutMs: 10_000, maxOutputBytes: 1_048_576, maxLlmCalls: 8, ...run.limits },
      llmStepIds: ["triage"],
      services: ["clock"],
      isTrusted: false,
      isNodeOnlyConfirmed: false,
      ...run.job,
    },
    {
      callStep: async () => ({ ok: true, data: "answer" }),
      callService: async () => ({ ok: true, data: "answer" }),
      onFrame: () => {},
      onLog: () => {},
      onDenied: () => {},
      ...run.ports,
    },
    run.signal ?? new AbortController().signal,
  );
}

export type Latch = { opened: Promise<void>; open(): void };

/** A promise that a test resolves from outside (Promise.withResolvers is not in Node 20). */
export function createLatch(): Latch {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
