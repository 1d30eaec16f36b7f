import { readdirSync, readFileSync } from "node:fs";

/** A process told apart from a later one with the same id by its start time (clock ticks since boot). */
export type ProcessId = { pid: number; startedAt: string };

function readProc(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process ended between two looks, or there is no /proc here: both mean "nothing to see".
    return null;
  }
}

/** Fields of /proc/<pid>/stat after the name, which may itself hold spaces and brackets. */
function readStat(pid: number): string[] | null {
  const stat = readProc(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function toProcessId(pid: number): ProcessId | null {
  const startedAt = readStat(pid)?.[19];
  return startedAt === undefined ? null : { pid, startedAt };
}

function findChildren(pid: number): number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`);
  if (children !== null) return children.split(" ").filter(Boolean).map(Number);
  return findAllPids().filter((candidate) => readStat(candidate)?.[1] === String(pid));
}

function findAllPids(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // No /proc on this system.
    return [];
  }
}

/** The process and everything below it, as /proc shows it now; empty where there is no /proc. */
export function findProcessTree(root: number): ProcessId[] {
  const found: ProcessId[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const id = toProcessId(pid);
    if (id === null) continue;
    found.push(id);
    open.push(...findChildren(pid));
  }
  return found;
}

/** True while the very process lives; one that only waits to be reaped does not count. */
export function isRunning(id: ProcessId): boolean {
  const stat = readStat(id.pid);
  return stat !== null && stat[19] === id.startedAt && stat[0] !== "Z" && stat[0] !== "X";
}

/** Resident bytes of the given processes together, now and at their highest; null where /proc tells nothing. */
export function readResidentBytes(tree: readonly ProcessId[]): { now: number; peak: number } | null {
  let now = 0;
  let peak = 0;
  for (const { pid } of tree) {
    const status = readProc(`/proc/${pid}/status`);
    now += 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status ?? "")?.[1] ?? 0);
    peak += 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(status ?? "")?.[1] ?? 0);
  }
  return now === 0 ? null : { now, peak };
}
