import { type ProcessCommand, type ProcessPlan, toChildEnv, toNodeArgs } from "./recipe";

/**
 * The command of levels `node-net` and `node-fs`: Node's permission model and the guard alone. `scratchFolder` is a real
 * path made for this job and removed after it; there is no quota on it at these levels.
 */
export function toNodeCommand(plan: ProcessPlan, scratchFolder: string): ProcessCommand {
  return {
    command: plan.runnerPath,
    args: toNodeArgs(plan, { guard: plan.guardFolder, snapshot: plan.snapshotFolder, scratch: scratchFolder }, true),
    env: toChildEnv(scratchFolder, plan.nonce),
    cwd: scratchFolder,
  };
}
