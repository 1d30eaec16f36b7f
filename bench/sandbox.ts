// Start to first frame in the sandbox against bare `node -e 0` of the same version, interleaved, as a ratio of medians.
// Repeat: npx tsx bench/sandbox.ts [runs]. Goal: at most 2.1 on Node 20, 1.5 on Node 26 (CAPSTAN_NODE names the binary).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../server/sandbox/create-sandbox";
import type { Sandbox, Snapshot } from "../server/sandbox/sandbox";

const RUN_MJS = `process.stdin.once("data", () => {
  process.stdout.write('{"__frame__":"result","output":1}\\n');
  process.stdin.unref();
});
`;

async function measureBare(nodePath: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(nodePath, ["-e", "0"], { env: { NODE_ENV: "production" }, stdio: "ignore" });
  await once(child, "exit");
  return performance.now() - startedAt;
}

async function measureSandbox(sandbox: Sandbox, snapshot: Snapshot): Promise<{ firstFrame: number; whole: number }> {
  const startedAt = performance.now();
  let firstFrame = Number.NaN;
  const outcome = await sandbox.run(
    {
      executionId: "bench",
      snapshot,
      entry: "impl/run.mjs",
      input: {},
      limits: { timeoutMs: 10_000, maxOutputBytes: 1_024, maxLlmCalls: 0 },
      llmStepIds: [],
      services: [],
      isTrusted: true,
      isNodeOnlyConfirmed: false,
    },
    {
      callStep: async () => ({ ok: false, error: "bench" }),
      callService: async () => ({ ok: false, error: "bench" }),
      onFrame: (direction) => {
        if (direction === "to_host") firstFrame = performance.now() - startedAt;
      },
      onLog: () => {},
      onDenied: () => {},
    },
    new AbortController().signal,
  );
  if (outcome.kind === "failed") throw new Error(`${outcome.code}: ${outcome.message} ${outcome.stats.stderr}`);
  return { firstFrame, whole: performance.now() - startedAt };
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const runs = Number(process.argv[2] ?? 30);
const stateFolder = await mkdtemp(join(tmpdir(), "capstan-bench-"));
const sandbox = createSandbox({
  stateFolder,
  appFolder: process.cwd(),
  nodePath: process.env.CAPSTAN_NODE ?? null,
  allowNoNetworkIsolation: true,
  concurrency: 1,
  log: console.error,
});
try {
  const report = await sandbox.level();
  const written = await sandbox.snapshotFiles("bench", new Map([["impl/run.mjs", new TextEncoder().encode(RUN_MJS)]]));
  if (written.kind === "refused") throw new Error(written.message);
  const bare: number[] = [];
  const first: number[] = [];
  const whole: number[] = [];
  await measureBare(report.runner.path);
  await measureSandbox(sandbox, written.snapshot);
  for (let run = 0; run < runs; run++) {
    bare.push(await measureBare(report.runner.path));
    const sample = await measureSandbox(sandbox, written.snapshot);
    first.push(sample.firstFrame);
    whole.push(sample.whole);
  }
  const show = (name: string, values: number[]) =>
    console.log(
      `  ${name.padEnd(28)} p50 ${percentile(values, 0.5).toFixed(1)} ms   p95 ${percentile(values, 0.95).toFixed(1)} ms`,
    );
  console.log(`sandbox at level ${report.level}, Node ${report.runner.version}, ${runs} runs each, interleaved`);
  show("bare `node -e 0`", bare);
  show("start to first frame", first);
  show("start to all gone", whole);
  console.log(`  ratio of medians: ${(percentile(first, 0.5) / percentile(bare, 0.5)).toFixed(2)}`);
} finally {
  await sandbox[Symbol.asyncDispose]();
  await rm(stateFolder, { recursive: true, force: true });
}
