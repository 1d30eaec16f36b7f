import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { SandboxOptions } from "./create-sandbox";
import { openTestSandbox, runFiles, type TestSandbox } from "./testing";

const opened: TestSandbox[] = [];
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox[Symbol.asyncDispose]();
});

async function open(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const sandbox = await openTestSandbox(options);
  opened.push(sandbox);
  return sandbox;
}

const files = { "impl/run.mjs": 'process.stdout.write(JSON.stringify({ __frame__: "result", output: 1 }) + "\\n");' };
const asTrusted = { files, job: { isTrusted: true } };
const hasNetworkDenial = Number(process.versions.node.split(".")[0]) >= 25;
const boxless = hasNetworkDenial ? "node-net" : "node-fs";
const isLinux = process.platform === "linux";

/** A program in a folder of tools of its own. */
async function writeTool(sandbox: TestSandbox, name: string, text: string): Promise<string> {
  const folder = join(sandbox.stateFolder, "tools");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), text);
  await chmod(join(folder, name), 0o755);
  return folder;
}

/** Takes bwrap's arguments, makes no box at all and starts the command with the paths it would have had outside. */
const FAKE_BWRAP = `#!${process.execPath}
const { spawnSync } = require("node:child_process");
const { mkdtempSync } = require("node:fs");
const args = process.argv.slice(2);
const end = args.indexOf("--");
const scratch = mkdtempSync("/tmp/capstan-fake-box-");
const places = [["/scratch", scratch]];
args.slice(0, end).forEach((arg, at) => { if (arg === "--ro-bind") places.push([args[at + 2], args[at + 1]]); });
const outside = (arg) => places.reduce((text, [inside, path]) => text.replace(new RegExp("(^|=)" + inside + "(?=/|$)"), (_, start) => start + path), arg);
const [command, ...rest] = args.slice(end + 1).map(outside);
process.exit(spawnSync(command, rest, { stdio: "inherit", cwd: scratch }).status ?? 1);
`;

describe("without bubblewrap", () => {
  test("the level is what Node can hold, and the report names what is missing and the command", async () => {
    const report = await (await open({ toolFolders: [] })).level();
    expect(report.level).toBe(boxless);
    if (isLinux) {
      expect(report.missing).toBe("bubblewrap is not installed");
      expect(report.fix?.command).toMatch(/ bubblewrap$/);
    }
  });

  test("a draft is refused by name, with the command that raises the level", async () => {
    const outcome = await runFiles(await open({ toolFolders: [], allowNoNetworkIsolation: true }), { files });
    expect(outcome).toMatchObject({ kind: "failed", code: "E_SANDBOX_LEVEL", stats: { level: boxless } });
    if (isLinux && outcome.kind === "failed") expect(outcome.next).toMatch(/Type: .* bubblewrap$/);
  });

  test.runIf(!hasNetworkDenial)(
    "trusted code is refused until the user's own setting allows it, and is then warned about",
    async () => {
      expect(await runFiles(await open({ toolFolders: [] }), asTrusted)).toMatchObject({ code: "E_SANDBOX_LEVEL" });
      const outcome = await runFiles(await open({ toolFolders: [], allowNoNetworkIsolation: true }), asTrusted);
      expect(outcome).toMatchObject({ kind: "ok", output: 1, stats: { level: "node-fs" } });
      expect(outcome.stats.warnings).toContainEqual(expect.stringContaining("can reach the network"));
    },
  );

  test.runIf(hasNetworkDenial)("a draft runs once a person confirmed it, with a warning", async () => {
    const outcome = await runFiles(await open({ toolFolders: [] }), { files, job: { isNodeOnlyConfirmed: true } });
    expect(outcome).toMatchObject({
      kind: "ok",
      stats: { level: "node-net", warnings: [expect.stringContaining("Node only")] },
    });
  });

  test("files of the capability cannot lower the level", async () => {
    const more = {
      ...files,
      ".env": "CAPSTAN_ALLOW_NO_NETWORK_ISOLATION=1",
      ".capstan/settings.json": '{"sandbox":{"allowNoNetworkIsolation":true}}',
      "CAPABILITY.yaml": "sandbox: { level: none }",
    };
    expect(await runFiles(await open({ toolFolders: [] }), { files: more })).toMatchObject({ code: "E_SANDBOX_LEVEL" });
  });
});

describe.runIf(isLinux)("a bwrap that cannot be trusted", () => {
  test("one that only starts its command is found out by the probes, and drafts are refused", async () => {
    const sandbox = await open();
    const folder = await writeTool(sandbox, "bwrap", FAKE_BWRAP);
    const faked = await open({ toolFolders: [folder] });
    const report = await faked.level();
    expect(report.level).toBe(boxless);
    expect(report.missing).toMatch(/box does not hold: .*read outside/);
    expect(await runFiles(faked, { files })).toMatchObject({ code: "E_SANDBOX_LEVEL" });
  });

  test("one that fails leaves the level below os, with its own words", async () => {
    const sandbox = await open();
    const folder = await writeTool(
      sandbox,
      "bwrap",
      "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n",
    );
    const report = await (await open({ toolFolders: [folder] })).level();
    expect(report.level).toBe(boxless);
    expect(report.missing).toContain("No permissions to create new namespace");
  });
});

describe("the runner", () => {
  test.each([
    ["absent", "/nowhere/node", "/nowhere/node"],
    ["not Node", "/bin/true", "is not Node"],
  ])("that is %s is level none and never replaced by another", async (_name, nodePath, words) => {
    const sandbox = await open({ nodePath });
    expect(await sandbox.level()).toMatchObject({ level: "none", missing: expect.stringContaining(words) });
    expect(await runFiles(sandbox, asTrusted)).toMatchObject({ code: "E_SANDBOX_LEVEL" });
  });
});

describe("the self-test", () => {
  test("is kept in the state folder, run again on request and when the file is damaged", async () => {
    const sandbox = await open();
    const file = join(sandbox.stateFolder, "sandbox-level.json");
    const first = await sandbox.level();
    const again = await (await open({ stateFolder: sandbox.stateFolder })).level();
    expect(again).toEqual(first);
    expect((await sandbox.recheck()).checkedAt).toBeGreaterThan(first.checkedAt);
    await writeFile(file, "{ damaged");
    expect((await sandbox.level()).level).toBe(first.level);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ level: first.level });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test.runIf(isLinux)("is run again when bubblewrap changes under it", async () => {
    const sandbox = await open();
    const folder = await writeTool(sandbox, "bwrap", "#!/bin/sh\nexit 1\n");
    const watched = await open({ toolFolders: [folder] });
    const first = await watched.level();
    expect((await watched.level()).checkedAt).toBe(first.checkedAt);
    await writeTool(sandbox, "bwrap", "#!/bin/sh\nexit 2\n");
    expect((await watched.level()).checkedAt).toBeGreaterThan(first.checkedAt);
  });

  test("asked for by many at once runs once", async () => {
    const sandbox = await open();
    const reports = await Promise.all([sandbox.level(), sandbox.level(), sandbox.level()]);
    expect(new Set(reports.map((report) => report.checkedAt)).size).toBe(1);
  });
});
