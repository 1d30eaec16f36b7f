import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findProcessTree, isRunning } from "./process-tree";
import { createLatch, openTestSandbox, runFiles, type TestRun } from "./testing";

const sandbox = await openTestSandbox({ nodePath: process.env.CAPSTAN_NODE ?? null, concurrency: 2 });
const { level } = await sandbox.level();
afterAll(() => sandbox[Symbol.asyncDispose]());

/** Asks once, and answers when it is answered; what it does before is the test's. */
const toProgram = (before: string) => `
import { createInterface } from "node:readline";
import { readdirSync, writeFileSync } from "node:fs";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
await lines.next();
${before}
process.stdout.write(JSON.stringify({ __frame__: "rpc", id: 1, service: "clock", method: "now", input: {} }) + "\\n");
await lines.next();
process.stdout.write(JSON.stringify({ __frame__: "result", output: readdirSync(".") }) + "\\n");
process.exit(0);
`;

/** Starts a run and resolves when its code has asked; `answer` lets it go on. */
async function startWaiting(before: string, options: Partial<TestRun> = {}) {
  const asked = createLatch();
  const answered = createLatch();
  const outcome = runFiles(sandbox, {
    files: { "impl/run.mjs": toProgram(before) },
    ...options,
    ports: {
      callService: async (_call, signal) => {
        asked.open();
        signal.addEventListener("abort", () => answered.open());
        await answered.opened;
        return { ok: true, data: 1 };
      },
    },
  });
  await asked.opened;
  return { outcome, answer: () => answered.open() };
}

/** Processes below this one that belong to a sandbox. */
const findSandboxed = () => findProcessTree(process.pid).filter(({ pid }) => pid !== process.pid);

describe.runIf(level === "os")("a run", () => {
  test("that is cancelled is gone with its whole tree before it says so", async () => {
    const before = new Set(findSandboxed().map(({ pid }) => pid));
    const controller = new AbortController();
    const { outcome } = await startWaiting("process.on('SIGTERM', () => {});", { signal: controller.signal });
    const tree = findSandboxed().filter(({ pid }) => !before.has(pid));
    expect(tree.length).toBeGreaterThan(1);
    controller.abort();
    expect(await outcome).toMatchObject({ kind: "failed", code: "E_CANCELLED" });
    expect(tree.filter(isRunning)).toEqual([]);
  });

  test("that is cancelled before it starts never starts", async () => {
    const outcome = await runFiles(sandbox, { files: { "impl/run.mjs": toProgram("") }, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ code: "E_CANCELLED", stats: { durationMs: 0, frames: 0 } });
  });

  test("cannot see the scratch folder of another", async () => {
    const first = await startWaiting("writeFileSync('mine.txt', 'secret');");
    const second = await startWaiting("");
    first.answer();
    second.answer();
    expect(await first.outcome).toMatchObject({ output: ["mine.txt"] });
    expect(await second.outcome).toMatchObject({ output: [] });
  });

  test("waits for a place when two run already, and can be cancelled while it waits", async () => {
    const running = [await startWaiting(""), await startWaiting("")];
    const controller = new AbortController();
    const third = runFiles(sandbox, { files: { "impl/run.mjs": toProgram("") }, signal: controller.signal });
    controller.abort();
    expect(await third).toMatchObject({ code: "E_CANCELLED", message: expect.stringContaining("had not started") });
    for (const { answer } of running) answer();
    for (const { outcome } of running) expect(await outcome).toMatchObject({ kind: "ok" });
  });

  test("is ended when the sandbox is closed", async () => {
    const own = await openTestSandbox({ nodePath: process.env.CAPSTAN_NODE ?? null });
    const asked = createLatch();
    const callService = (_call: unknown, signal: AbortSignal) => {
      asked.open();
      return new Promise<{ ok: false; error: string }>((resolve) => {
        signal.addEventListener("abort", () => resolve({ ok: false, error: "aborted" }));
      });
    };
    const outcome = runFiles(own, { files: { "impl/run.mjs": toProgram("") }, ports: { callService } });
    await asked.opened;
    await own[Symbol.asyncDispose]();
    expect(await outcome).toMatchObject({ code: "E_CANCELLED" });
  });

  test("leaves no process behind when Capstan itself is killed", async () => {
    const program = fileURLToPath(new URL("./attacks/host-to-kill.ts", import.meta.url));
    const host = spawn(process.execPath, ["--import", "tsx", program], { stdio: ["ignore", "pipe", "inherit"] });
    await once(createInterface({ input: host.stdout }), "line");
    const tree = findProcessTree(host.pid ?? 0);
    expect(tree.length).toBeGreaterThan(2);
    host.kill("SIGKILL");
    await expect.poll(() => tree.filter(isRunning), { timeout: 1_000, interval: 20 }).toEqual([]);
  });

  test("tells how long it took, how much memory it had and how much it said", async () => {
    const { outcome, answer } = await startWaiting("globalThis.console.error('log');");
    answer();
    const { stats } = await outcome;
    expect(stats).toMatchObject({ level: "os", frames: 2, llmCalls: 0, denials: [], warnings: [], stderr: "log\n" });
    expect(stats.startMs).toBeGreaterThan(0);
    expect(stats.durationMs).toBeGreaterThan(stats.startMs ?? 0);
    expect(stats.peakRssBytes).toBeGreaterThan(20 * 1_048_576);
  });

  test("takes an input of 20 MB", async () => {
    const files = {
      "impl/run.mjs": `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify({ __frame__: "result", output: JSON.parse(line).input.text.length }) + "\\n");
}`,
    };
    const outcome = await runFiles(sandbox, { files, input: { text: "x".repeat(20_000_000) } });
    expect(outcome, JSON.stringify(outcome).slice(0, 400)).toMatchObject({ kind: "ok", output: 20_000_000 });
  });
});
