import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { AppError } from "#server/errors";
import { findRunner, type Runner, toRuntimeFolder, toRuntimePackage } from "./find-runner";

/** The Node that capabilities run on where the operating system gives no box (sandbox.md 5). */
const RUNTIME_MAJOR = 26;

export type RuntimeInstallOptions = {
  stateFolder: string;
  /** One line of what is going on. */
  onProgress(line: string): void;
  signal?: AbortSignal;
};

async function runNpm(folder: string, options: RuntimeInstallOptions): Promise<string> {
  const npm = platform() === "win32" ? "npm.cmd" : "npm";
  const wanted = `${toRuntimePackage()}@${RUNTIME_MAJOR}`;
  const child = spawn(npm, ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, wanted], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    shell: platform() === "win32",
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() === "") return;
      lines.push(line);
      options.onProgress(line);
    });
  }
  const [code] = await once(child, "close");
  return code === 0 ? "" : (lines.at(-1) ?? `npm ended with code ${code}`);
}

/**
 * Installs Node 26 for capabilities into the state folder by npm; the binary lies in the package, no script runs
 * (sandbox.md 1). About 60 MB come from the package registry. Returns the runner that is used from now on.
 * Throws `cancelled`, or `internal` with npm's last line.
 */
export async function installRuntime(options: RuntimeInstallOptions): Promise<Runner> {
  const folder = toRuntimeFolder(options.stateFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  options.onProgress(`Installing ${toRuntimePackage()} ${RUNTIME_MAJOR} into ${folder}`);
  const next = "Check the connection to the package registry, then run `npx capstan runtime install` again.";
  let fault: string;
  try {
    fault = await runNpm(folder, options);
  } catch (cause) {
    if (options.signal?.aborted) throw new AppError("cancelled", "Installing Node was cancelled.", { cause });
    throw new AppError("internal", "npm could not be started, so Node was not installed.", { next, cause });
  }
  if (fault !== "") {
    await rm(join(folder, "node_modules"), { recursive: true, force: true });
    throw new AppError("internal", `Node ${RUNTIME_MAJOR} could not be installed: ${fault}`, { next });
  }
  const found = await findRunner({ nodePath: null, stateFolder: options.stateFolder });
  if (found.kind === "missing") throw new AppError("internal", `The installed Node cannot be used: ${found.reason}`);
  return found.runner;
}
