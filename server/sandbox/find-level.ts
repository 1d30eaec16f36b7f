import { createHash } from "node:crypto";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { platform, release } from "node:os";
import { join } from "node:path";
import { findRunner, type Runner } from "./find-runner";
import { findInstaller, findTool, hasNamespaceBan } from "./find-tools";
import { type CachedLevel, loadCachedLevel, storeCachedLevel } from "./level-cache";
import { deriveFix } from "./level-rules";
import type { SandboxLevel } from "./outcome";
import type { BoxTools } from "./recipe-os";
import type { LevelReport } from "./sandbox";
import { runSelfTest, type SelfTestOptions } from "./self-test";
import { writeSnapshot } from "./snapshot";

/** The level with everything a job needs to be started at it. */
export type FoundLevel = {
  report: LevelReport;
  runner: Runner;
  tools: BoxTools | null;
  guard: { folder: string; file: string };
};

export type FindLevelOptions = {
  stateFolder: string;
  appFolder: string;
  nodePath: string | null;
  toolFolders: readonly string[];
  /** Makes the self-test's command maker once runner, tools and guard are known. */
  toCommandFor(found: Pick<FoundLevel, "runner" | "tools"> & { guardFolder: string }): SelfTestOptions["toCommand"];
};

/** Copies the guard's files out of the app's folder: an upgrade must not change them under a running job. */
async function placeGuard(appFolder: string, stateFolder: string): Promise<string> {
  const source = join(appFolder, "server", "sandbox", "guard");
  const files = new Map<string, Uint8Array>();
  for (const name of await readdir(source)) files.set(name, await readFile(join(source, name)));
  const result = await writeSnapshot(join(stateFolder, "guard"), "guard", files);
  if (result.kind === "refused") throw new Error(`The sandbox's guard cannot be placed: ${result.message}`);
  return realpath(result.snapshot.folder);
}

async function findBoxTools(folders: readonly string[]): Promise<BoxTools | null> {
  if (platform() !== "linux") return null;
  const bwrapPath = await findTool("bwrap", folders);
  return bwrapPath === null ? null : { bwrapPath, prlimitPath: await findTool("prlimit", folders) };
}

/** Changes when anything does that the self-test depends on. The runner is told by its stat: hashing 125 MB takes 300 ms. */
async function toCacheKey(runner: Runner, tools: BoxTools | null, guardFolder: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(runner.path);
  const hash = createHash("sha256");
  hash.update(
    JSON.stringify([runner, size, mtimeMs, ino, platform(), release(), process.getuid?.() ?? -1, guardFolder]),
  );
  hash.update(JSON.stringify(tools));
  if (tools !== null) hash.update(await readFile(tools.bwrapPath));
  return hash.digest("hex");
}

async function toReport(runner: Runner, tools: BoxTools | null, tested: CachedLevel): Promise<LevelReport> {
  const { missing, fix } = deriveFix({
    level: tested.level,
    isLinux: platform() === "linux",
    hasBox: tools !== null,
    boxFault: tested.boxFault,
    installer: await findInstaller(),
    hasNamespaceBan: await hasNamespaceBan(),
  });
  return {
    level: tested.level,
    runner: { path: runner.path, version: runner.version },
    probes: tested.probes,
    missing,
    fix,
    checkedAt: tested.checkedAt,
  };
}

/** The report where settings name a runner that cannot be used. */
function toMissingRunnerReport(nodePath: string, reason: string): LevelReport {
  return {
    level: "none" satisfies SandboxLevel,
    runner: { path: nodePath, version: "" },
    probes: [],
    missing: reason,
    fix: { sentence: "Unset CAPSTAN_NODE, or let it name a Node binary.", command: "unset CAPSTAN_NODE" },
    checkedAt: Date.now(),
  };
}

/**
 * Finds the level: from the cache when nothing changed since the last self-test, else by a new one (about 0.5 s).
 * `isForced` skips the cache. Returns a report alone where there is no runner. Throws when the state folder cannot be used.
 */
export async function findLevel(options: FindLevelOptions, isForced: boolean): Promise<FoundLevel | LevelReport> {
  const found = await findRunner(options);
  if (found.kind === "missing") return toMissingRunnerReport(options.nodePath ?? process.execPath, found.reason);
  const { runner } = found;
  const tools = await findBoxTools(options.toolFolders);
  const guardFolder = await placeGuard(options.appFolder, options.stateFolder);
  const key = await toCacheKey(runner, tools, guardFolder);
  const file = join(options.stateFolder, "sandbox-level.json");
  let tested = isForced ? null : await loadCachedLevel(file, key);
  if (tested === null) {
    const toCommand = options.toCommandFor({ runner, tools, guardFolder });
    const result = await runSelfTest({ runner, hasBox: tools !== null, toCommand });
    tested = { key, ...result, checkedAt: Date.now() };
    await storeCachedLevel(file, tested);
  }
  const report = await toReport(runner, tools, tested);
  return { report, runner, tools, guard: { folder: guardFolder, file: tested.guardFile } };
}
