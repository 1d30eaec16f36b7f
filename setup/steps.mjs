// What every setup script shares: the clone's folder, steps that say what they do and how long they took, and hashes that
// tell whether a step is still needed. Node's own modules only, since these run before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const appFolder = dirname(dirname(fileURLToPath(import.meta.url)));

const ANNOUNCE_MS = 2_000;
const PROGRESS_MS = 15_000;

/** A step that failed, in one sentence; its output was printed already. */
export class StepError extends Error {}

/** Runs a step; one that takes over 2 s prints its name, then every 15 s that it goes on, and its seconds at the end. */
export async function runStep(name, work) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  let isAnnounced = false;
  let progress;
  const announce = setTimeout(() => {
    isAnnounced = true;
    console.log(`${name} ...`);
    progress = setInterval(() => console.log(`${name} ... ${seconds().toFixed(0)} s`), PROGRESS_MS);
  }, ANNOUNCE_MS);
  try {
    return await work();
  } finally {
    clearTimeout(announce);
    clearInterval(progress);
    if (isAnnounced) console.log(`${name}: ${seconds().toFixed(1)} s`);
  }
}

/**
 * Runs a program to its end. `quiet` keeps its output back and prints it only when it fails.
 * Throws StepError with `sentence` when it fails.
 */
export function runProgram(command, args, { env = {}, quiet = false, sentence }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: appFolder,
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      shell: process.platform === "win32" && !command.endsWith(".exe"),
    });
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => reject(new StepError(`${sentence} (${error.message})`)));
    child.on("close", (code) => {
      if (code === 0) return resolve();
      if (quiet) console.error(output);
      reject(new StepError(sentence));
    });
  });
}

/** sha256 over names and bytes of files and folders, given relative to the clone. */
export function hashOf(paths, { skip = () => false } = {}) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0]);
  const visit = (path) => {
    const full = join(appFolder, path);
    if (!existsSync(full) || skip(path)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(`${path}/${name}`);
      return;
    }
    hash.update(`\0${path}\0`).update(readFileSync(full));
  };
  for (const path of paths) visit(path);
  return hash.digest("hex");
}

/** The program's path when it lies in PATH, else null. */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? "").split(process.platform === "win32" ? ";" : ":")) {
    const path = join(folder, name);
    if (folder && existsSync(path)) return path;
  }
  return null;
}

export const isRoot = typeof process.getuid === "function" && process.getuid() === 0;

/** Prints a step's failure as one sentence and ends; anything else is a bug and shows where. */
export function exitOnFailure(error) {
  console.error(error instanceof StepError ? error.message : error);
  process.exit(1);
}
