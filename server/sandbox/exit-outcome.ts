import type { SandboxErrorCode } from "./outcome";

export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null };

export type ExitFault = { code: SandboxErrorCode; detail: string };

const SIGNAL_NAMES: Record<number, string> = {
  6: "SIGABRT",
  9: "SIGKILL",
  11: "SIGSEGV",
  15: "SIGTERM",
  24: "SIGXCPU",
};
const OUT_OF_MEMORY =
  /out of memory|Unable to grow instance memory|Allocation failed|allocation failed|ERR_MEMORY_ALLOCATION_FAILED/;

/** The signal that ended the process. bubblewrap reports one as exit code 128 + n (sandbox.md 3). */
function toSignal(exit: ProcessExit): string | null {
  if (exit.signal !== null) return exit.signal;
  if (exit.code === null || exit.code < 129 || exit.code > 192) return null;
  return SIGNAL_NAMES[exit.code - 128] ?? `signal ${exit.code - 128}`;
}

/** The last line of an error that Node printed, e.g. "TypeError: x is not a function". */
function findErrorLine(stderr: string): string | null {
  return /^(?:Uncaught )?(\w*(?:Error|Exception)(?: \[\w+\])?: .*)$/m.exec(stderr)?.[1] ?? null;
}

/**
 * What a process's end means when it was not the host that ended it; null when it ended well. `stderr` tells memory
 * exhaustion apart from other aborts, `hasStarted` whether Node and the guard ever ran.
 */
export function deriveExitFault(exit: ProcessExit, facts: { stderr: string; hasStarted: boolean }): ExitFault | null {
  if (exit.code === 0) return null;
  if (!facts.hasStarted) {
    const said = findErrorLine(facts.stderr) ?? facts.stderr.trim().split("\n")[0]?.slice(0, 300) ?? "";
    return { code: "E_SPAWN", detail: said === "" ? toExitText(exit) : said };
  }
  const signal = toSignal(exit);
  if (OUT_OF_MEMORY.test(facts.stderr)) return { code: "E_OOM", detail: "an allocation failed" };
  if (signal === "SIGXCPU") return { code: "E_TIMEOUT", detail: "its processor time was used up" };
  if (signal !== null) return { code: "E_KILLED", detail: signal };
  if (exit.code === 13) return { code: "E_EXIT_NONZERO", detail: "exit code 13, a top-level await never ended" };
  const error = findErrorLine(facts.stderr);
  return { code: "E_EXIT_NONZERO", detail: error === null ? toExitText(exit) : `${toExitText(exit)}, ${error}` };
}

function toExitText(exit: ProcessExit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
}
