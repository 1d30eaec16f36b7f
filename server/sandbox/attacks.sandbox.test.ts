import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { SandboxOutcome } from "./outcome";
import { openTestSandbox, runFiles, type TestSandbox } from "./testing";

const attacksUrl = new URL("./attacks/attacks.mjs", import.meta.url);
const { PROBES } = z.object({ PROBES: z.record(z.string(), z.unknown()) }).parse(await import(attacksUrl.href));
const names = Object.keys(PROBES);
const denied = names.filter((name) => !name.startsWith("allowed."));
/** What the guard adds; the files of the permission model are Node's own to test, a few stand for them here. */
const guarded = denied.filter(
  (name) => !name.startsWith("file.") || /v8|sqlite|report|trace|read_str|write|symlink/.test(name),
);
const allowed = names.filter((name) => name.startsWith("allowed."));

const sandbox: TestSandbox = await openTestSandbox({ nodePath: process.env.CAPSTAN_NODE ?? null });
const report = await sandbox.level();
const expected = process.env.CAPSTAN_EXPECT_LEVEL;
if (report.level !== "os" && expected !== "os") {
  process.stderr.write(
    `sandbox attacks: level is ${report.level} (${report.missing}); only refusals are tested here.\n`,
  );
}

/** The same machine without a box: permission model and guard alone have to hold the same list. */
const boxless = await openTestSandbox({
  nodePath: process.env.CAPSTAN_NODE ?? null,
  toolFolders: [],
  allowNoNetworkIsolation: true,
});
const boxlessReport = await boxless.level();

const VICTIM = "these bytes must stay";
const canary = randomBytes(16).toString("hex");
const abstractName = `capstan-${randomBytes(8).toString("hex")}`;
let folder: string;
let victim: ChildProcess;
const closers: (Server | Socket)[] = [];
const hits: string[] = [];

async function listenTcp(name: string, where: { port: number; host: string } | { path: string }): Promise<number> {
  const server = createServer((socket) => {
    hits.push(name);
    socket.on("error", () => {}).destroy();
  }).listen(where);
  closers.push(server);
  await once(server, "listening");
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

async function listenUdp(name: string): Promise<number> {
  const socket = createSocket("udp4", () => hits.push(name)).bind(0, "127.0.0.1");
  closers.push(socket);
  await once(socket, "listening");
  return socket.address().port;
}

let to: Record<string, string | number | string[]>;

beforeAll(async () => {
  process.env.CAPSTAN_TEST_SECRET = canary;
  folder = await mkdtemp(join(tmpdir(), "capstan-outside-"));
  const at = (name: string) => join(folder, name);
  await writeFile(at("secret.txt"), `SECRET=${canary}\n`);
  await writeFile(at("secret.json"), JSON.stringify({ canary }));
  await writeFile(at("secret.mjs"), `export default ${JSON.stringify(canary)};`);
  await writeFile(at("victim.txt"), VICTIM);
  await symlink(at("secret.txt"), at("link"));
  await mkdir(join(sandbox.stateFolder, "node_modules", "outside-package"), { recursive: true });
  await writeFile(
    join(sandbox.stateFolder, "node_modules", "outside-package", "index.js"),
    `module.exports = "${canary}"`,
  );
  victim = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", canary], { stdio: "ignore" });
  await listenTcp("abstract", { path: `\0${abstractName}` });
  await listenTcp("unix", { path: at("s") });
  const freePort = await listenTcp("free", { port: 0, host: "127.0.0.1" });
  const free = closers.pop();
  await new Promise<void>((resolve) => free?.close(() => resolve()));
  to = {
    canary,
    folder,
    secret: at("secret.txt"),
    secretJson: at("secret.json"),
    secretModule: at("secret.mjs"),
    victim: at("victim.txt"),
    outsideLink: at("link"),
    database: at("outside.sqlite"),
    socketPath: at("s"),
    abstractName,
    library: "libm.so.6",
    barePackage: "outside-package",
    tcpPort: await listenTcp("tcp", { port: 0, host: "127.0.0.1" }),
    udpPort: await listenUdp("udp"),
    dnsPort: await listenUdp("dns"),
    freePort,
    hostPid: process.pid,
    victimPid: victim.pid ?? 0,
    userName: userInfo().username,
    hostName: hostname(),
    envNames: ["HOME", "TMPDIR", "LANG", "TZ", "NODE_ENV", "PATH", "PWD"],
  };
  await writeFile(join(folder, "before"), (await readdir(folder)).sort().join());
});

afterAll(async () => {
  victim.kill("SIGKILL");
  await Promise.all(closers.map((closer) => new Promise<void>((resolve) => closer.close(() => resolve()))));
  await rm(folder, { recursive: true, force: true });
  await sandbox[Symbol.asyncDispose]();
  await boxless[Symbol.asyncDispose]();
});

const read = (name: string) => readFileSync(new URL(`./attacks/${name}`, import.meta.url), "utf8");
const files = {
  "impl/run.mjs": read("run.mjs"),
  "impl/attacks.mjs": read("attacks.mjs"),
  "impl/other.mjs": 'export default "works";',
  "impl/data.json": '{ "text": "works" }',
  "prompts/x.md": "own prompt",
};

const answerSchema = z.object({ evidence: z.unknown(), error: z.string().nullable() });

/** A probe's answer; a process that ended without one reached nothing either, and is told apart by its code. */
function toAnswer(outcome: SandboxOutcome): z.infer<typeof answerSchema> {
  if (outcome.kind === "failed") return { evidence: null, error: outcome.code };
  return answerSchema.parse(outcome.output);
}

const runProbe = (probe: string, run: { isTrusted?: boolean; sandbox?: TestSandbox } = {}) =>
  runFiles(run.sandbox ?? sandbox, {
    files,
    input: { probe, to: { ...to, canary: probe === "secret.argv" ? "never" : canary } },
    job: { isTrusted: run.isTrusted ?? false },
  });

/** What the host sees of the outside world after probes. */
async function findTraces(): Promise<string[]> {
  const traces = [...hits];
  if ((await readFile(join(folder, "victim.txt"), "utf8")) !== VICTIM) traces.push("the victim's bytes changed");
  const before = (await readFile(join(folder, "before"), "utf8")).split(",");
  const now = (await readdir(folder)).filter((name) => name !== "before");
  if (now.sort().join() !== before.join()) traces.push(`the folder changed: ${now.join()}`);
  if (victim.exitCode !== null || victim.signalCode !== null) traces.push("the victim process was killed");
  return traces;
}

test("the level is the one that is expected here", () => {
  expect(expected === undefined || report.level === expected, `level ${report.level}: ${report.missing}`).toBe(true);
});

test("every probe of the self-test held, or the level says so", () => {
  if (report.level === "os") expect(report.probes.filter((probe) => !probe.held)).toEqual([]);
  else expect(report.missing).not.toBeNull();
});

describe.runIf(report.level === "os")("at level os", () => {
  test.each(denied)("%s gets nothing", async (probe) => {
    const outcome = await runProbe(probe);
    expect(toAnswer(outcome).evidence).toBeNull();
    expect(await findTraces()).toEqual([]);
    expect(JSON.stringify(outcome)).not.toContain(canary);
  });

  test.each(allowed)("%s works", async (probe) => {
    expect(toAnswer(await runProbe(probe))).toEqual({ evidence: "works", error: null });
  });
});

describe(`at level ${boxlessReport.level}, without a box`, () => {
  test("the level is what this Node can hold", () => {
    expect(boxlessReport.level).toBe(
      Number.parseInt(boxlessReport.runner.version.slice(1), 10) >= 25 ? "node-net" : "node-fs",
    );
  });

  test.each(guarded)("%s gets nothing", async (probe) => {
    const outcome = await runProbe(probe, { isTrusted: true, sandbox: boxless });
    expect(toAnswer(outcome).evidence).toBeNull();
    expect(await findTraces()).toEqual([]);
    expect(JSON.stringify(outcome)).not.toContain(canary);
  });

  test.each(allowed.filter((name) => name !== "allowed.not_root"))("%s works", async (probe) => {
    expect(toAnswer(await runProbe(probe, { isTrusted: true, sandbox: boxless }))).toEqual({
      evidence: "works",
      error: null,
    });
  });
});

test("a canary that does reach the code is found by this very check", async () => {
  expect(await findTraces()).toEqual([]);
  const socket = connect(Number(to.tcpPort), "127.0.0.1");
  await once(socket, "close");
  expect(hits).toEqual(["tcp"]);
  hits.length = 0;
});
