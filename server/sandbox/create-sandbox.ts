import { randomBytes } from "node:crypto";
import { lstat, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConcurrencyGate } from "./concurrency-gate";
import { type FoundLevel, findLevel } from "./find-level";
import { TOOL_FOLDERS } from "./find-tools";
import { deriveLevelDecision } from "./level-rules";
import type { SandboxOutcome } from "./outcome";
import type { ProcessCommand, ProcessPlan } from "./recipe";
import { toNodeCommand } from "./recipe-node";
import { toBareBoxCommand, toOsCommand } from "./recipe-os";
import { runJob, toFailedOutcome } from "./run-job";
import type { LevelReport, Sandbox, SandboxJob, SandboxPorts } from "./sandbox";
import type { Recipe } from "./self-test";
import { findNameRefusal, writeSnapshot } from "./snapshot";

export type SandboxOptions = {
  stateFolder: string;
  /** Capstan's own folder; the guard's files lie in it, from source and from a bundle alike. */
  appFolder: string;
  /** Node that runs capabilities; null = the newest one found. */
  nodePath: string | null;
  allowNoNetworkIsolation: boolean;
  /** Jobs at once. */
  concurrency: number;
  log(message: string): void;
  /** Folders in which bwrap and prlimit are looked for; left out, the system's. */
  toolFolders?: readonly string[];
};

type Started = { command: ProcessCommand; scratchFolder: string | null };

class OwnSandbox implements Sandbox {
  readonly #options: SandboxOptions;
  readonly #gate: ConcurrencyGate;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #found: FoundLevel | LevelReport | null = null;
  #finding: Promise<FoundLevel | LevelReport> | null = null;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.#gate = new ConcurrencyGate(options.concurrency);
  }

  async level(): Promise<LevelReport> {
    return toLevelReport(await this.#find(false));
  }

  async recheck(): Promise<LevelReport> {
    return toLevelReport(await this.#find(true));
  }

  async snapshotFiles(...[digest, files]: Parameters<Sandbox["snapshotFiles"]>) {
    return writeSnapshot(join(this.#options.stateFolder, "snapshots"), digest, files);
  }

  async run(job: SandboxJob, ports: SandboxPorts, signal: AbortSignal): Promise<SandboxOutcome> {
    const running = this.#run(job, ports, AbortSignal.any([signal, this.#closing.signal])).catch((error) => {
      // A state folder that cannot be written, a runner that vanished: to the caller one more way not to start.
      this.#options.log(`sandbox: ${job.executionId}: ${String(error)}`);
      return toFailedOutcome("E_SPAWN", error instanceof Error ? error.message : String(error), "none");
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Ends every job and waits until its processes are gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  /** Looks whether anything changed since the last self-test; callers of one moment share one look. */
  async #find(isForced: boolean): Promise<FoundLevel | LevelReport> {
    if (this.#finding !== null && !isForced) return this.#finding;
    const finding = this.#findNow(isForced);
    this.#finding = finding;
    try {
      this.#found = await finding;
      return this.#found;
    } finally {
      if (this.#finding === finding) this.#finding = null;
    }
  }

  async #findNow(isForced: boolean): Promise<FoundLevel | LevelReport> {
    await mkdir(this.#options.stateFolder, { recursive: true, mode: 0o700 });
    const scratchFolders: string[] = [];
    try {
      return await findLevel(
        {
          ...this.#options,
          toolFolders: this.#options.toolFolders ?? TOOL_FOLDERS,
          toCommandFor:
            ({ runner, tools, guardFolder }) =>
            async (recipe, nonce) => {
              const guardFile = recipe.kind === "bare_box" ? "" : recipe.guardFile;
              const found = { runner, tools, guard: { folder: guardFolder, file: guardFile } };
              const started = await this.#start(recipe, found, {
                folder: guardFolder,
                entry: "self-test.mjs",
                nonce,
                cpuSeconds: 20,
              });
              if (started.scratchFolder !== null) scratchFolders.push(started.scratchFolder);
              return started.command;
            },
        },
        isForced,
      );
    } finally {
      for (const folder of scratchFolders) await rm(folder, { recursive: true, force: true });
    }
  }

  async #start(
    recipe: Recipe,
    found: Omit<FoundLevel, "report">,
    job: { folder: string; entry: string; nonce: string; cpuSeconds: number },
  ): Promise<Started> {
    const plan: ProcessPlan = {
      runnerPath: found.runner.path,
      runnerMajor: found.runner.major,
      guardFolder: found.guard.folder,
      guardFile: found.guard.file,
      snapshotFolder: job.folder,
      entry: job.entry,
      nonce: job.nonce,
    };
    if (recipe.kind !== "node") {
      if (found.tools === null) throw new Error("bubblewrap is gone");
      const command =
        recipe.kind === "box" ? toOsCommand(plan, found.tools, job.cpuSeconds) : toBareBoxCommand(plan, found.tools);
      return { command, scratchFolder: null };
    }
    const parent = join(this.#options.stateFolder, "scratch");
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const scratchFolder = await realpath(await mkdtemp(join(parent, "job-")));
    return { command: toNodeCommand(plan, scratchFolder), scratchFolder };
  }

  async #run(job: SandboxJob, ports: SandboxPorts, signal: AbortSignal): Promise<SandboxOutcome> {
    const found = this.#found ?? (await this.#find(false));
    if (!("report" in found)) return toRefusal(found, "no Node that runs it");
    const { report } = found;
    const decision = deriveLevelDecision(report.level, job, this.#options.allowNoNetworkIsolation);
    if (decision.kind === "refused") return toRefusal(report, decision.detail);
    if (!(await isEntry(job))) {
      return {
        ...toFailedOutcome("E_SPAWN", "", report.level),
        message: `The capability has no file ${job.entry}.`,
        next: `Create ${job.entry} in the capability's folder; CAPABILITY.yaml declares a step that runs it.`,
      };
    }
    const leave = await this.#gate.enter(signal);
    if (leave === null) return toFailedOutcome("E_CANCELLED", "it had not started", report.level);
    try {
      return await this.#runAt(found, job, { ports, signal, warnings: decision.warnings });
    } finally {
      leave();
    }
  }

  async #runAt(
    found: FoundLevel,
    job: SandboxJob,
    options: { ports: SandboxPorts; signal: AbortSignal; warnings: string[] },
  ): Promise<SandboxOutcome> {
    const nonce = randomBytes(12).toString("hex");
    const { level } = found.report;
    const started = await this.#start({ kind: level === "os" ? "box" : "node", guardFile: found.guard.file }, found, {
      folder: await realpath(job.snapshot.folder),
      entry: job.entry,
      nonce,
      cpuSeconds: 5 + 2 * Math.ceil(job.limits.timeoutMs / 1_000),
    });
    try {
      const run = { command: started.command, nonce, level, job, warnings: options.warnings, hasGuard: true };
      return await runJob(run, options.ports, options.signal);
    } finally {
      if (started.scratchFolder !== null) await rm(started.scratchFolder, { recursive: true, force: true });
    }
  }
}

function toLevelReport(found: FoundLevel | LevelReport): LevelReport {
  return "report" in found ? found.report : found;
}

/** Names what is missing and the one command that raises the level (design.md 6). */
function toRefusal(report: LevelReport, detail: string): SandboxOutcome {
  const missing = report.missing === null ? "" : `; ${report.missing}`;
  const outcome = toFailedOutcome("E_SANDBOX_LEVEL", detail + missing, report.level);
  if (report.fix === null) return outcome;
  return { ...outcome, next: `${report.fix.sentence} Type: ${report.fix.command}` };
}

async function isEntry(job: SandboxJob): Promise<boolean> {
  if (findNameRefusal(job.entry) !== null) return false;
  try {
    return (await lstat(join(job.snapshot.folder, job.entry))).isFile();
  } catch {
    // Absent, or a folder of its path is: both mean that there is nothing to run.
    return false;
  }
}

/**
 * The sandbox of one state folder. Contract: `run` never throws; closing it ends every job. `level()` runs the
 * self-test again when runner, bwrap, kernel or user changed; `run` goes by the level last found (sandbox.md 5).
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  return new OwnSandbox(options);
}
