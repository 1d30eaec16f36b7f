import { SANDBOX_LIMITS } from "./limits";
import { type ProcessCommand, type ProcessPlan, toChildEnv, toNodeArgs } from "./recipe";

export type BoxTools = { bwrapPath: string; prlimitPath: string | null };

/** Folders as the code inside the box sees them; nothing of the host's paths is visible there. */
const BOX = { node: "/node", guard: "/guard", snapshot: "/capability", scratch: "/scratch" } as const;

/**
 * bwrap's own arguments: namespaces, an empty file system with /usr, and the binds. Setting a new session is left to the
 * spawn (`detached`), so that one group kill reaches every process of the box.
 */
function toBoxArgs(plan: ProcessPlan): string[] {
  return [
    ...["--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--uid", "65534", "--gid", "65534"],
    ...["--hostname", "capstan", "--ro-bind", "/usr", "/usr"],
    ...["--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin"],
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--ro-bind", plan.runnerPath, BOX.node],
    ...["--ro-bind", plan.guardFolder, BOX.guard],
    ...["--ro-bind", plan.snapshotFolder, BOX.snapshot],
    ...["--perms", "0700", "--size", String(SANDBOX_LIMITS.scratchBytesMax), "--tmpfs", BOX.scratch],
    ...["--remount-ro", "/", "--chdir", BOX.scratch, "--"],
  ];
}

/** prlimit's arguments: hard limits of the kernel, under the watchdog's (sandbox.md 3). */
function toLimitArgs(cpuSeconds: number, dataBytes: number): string[] {
  return [
    "--core=0",
    `--cpu=${cpuSeconds}`,
    `--data=${dataBytes}`,
    `--fsize=${SANDBOX_LIMITS.scratchBytesMax}`,
    `--nofile=${SANDBOX_LIMITS.openFilesMax}`,
    "--",
  ];
}

/** The command of level `os`: prlimit (where there is one), bubblewrap, Node with permission model and guard. */
export function toOsCommand(plan: ProcessPlan, tools: BoxTools, cpuSeconds: number): ProcessCommand {
  const hasKernelLimit = tools.prlimitPath !== null && plan.runnerMajor < 22;
  const dataBytes = hasKernelLimit ? SANDBOX_LIMITS.dataBytesOld : SANDBOX_LIMITS.dataBytesMax;
  const box = [...toBoxArgs(plan), BOX.node, ...toNodeArgs(plan, BOX, !hasKernelLimit)];
  const env = toChildEnv(BOX.scratch, plan.nonce);
  if (tools.prlimitPath === null) return { command: tools.bwrapPath, args: box, env, cwd: "/" };
  return {
    command: tools.prlimitPath,
    args: [...toLimitArgs(cpuSeconds, dataBytes), tools.bwrapPath, ...box],
    env,
    cwd: "/",
  };
}

/** The box with a plain Node in it, for the self-test: shows what the box keeps away by itself. */
export function toBareBoxCommand(plan: ProcessPlan, tools: BoxTools): ProcessCommand {
  const args = [...toBoxArgs(plan), BOX.node, "--no-warnings", `${BOX.snapshot}/${plan.entry}`];
  return { command: tools.bwrapPath, args, env: toChildEnv(BOX.scratch, plan.nonce), cwd: "/" };
}
