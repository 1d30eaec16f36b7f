import { expect, test } from "vitest";
import { deriveExitFault, type ProcessExit } from "./exit-outcome";

const exited = (code: number): ProcessExit => ({ code, signal: null });

test.each<[string, ProcessExit, { stderr?: string; hasStarted?: boolean }, string | null]>([
  ["exit 0 is no fault", exited(0), {}, null],
  ["exit 3", exited(3), {}, "E_EXIT_NONZERO"],
  ["128 is an ordinary code", exited(128), {}, "E_EXIT_NONZERO"],
  ["bwrap's 129 is a signal", exited(129), {}, "E_KILLED"],
  ["bwrap's 137 is SIGKILL", exited(137), {}, "E_KILLED"],
  ["bwrap's 192 is a signal", exited(192), {}, "E_KILLED"],
  ["193 is an ordinary code", exited(193), {}, "E_EXIT_NONZERO"],
  ["abort", exited(134), {}, "E_KILLED"],
  ["abort for want of memory", exited(134), { stderr: "FATAL ERROR: JavaScript heap out of memory" }, "E_OOM"],
  ["a buffer that cannot be had", exited(1), { stderr: "RangeError: Array buffer allocation failed" }, "E_OOM"],
  ["used-up processor time", exited(152), {}, "E_TIMEOUT"],
  ["a signal without bwrap", { code: null, signal: "SIGSEGV" }, {}, "E_KILLED"],
  ["bwrap that cannot start", exited(1), { hasStarted: false, stderr: "bwrap: no permissions" }, "E_SPAWN"],
])("%s", (_name, exit, facts, code) => {
  const fault = deriveExitFault(exit, { stderr: facts.stderr ?? "", hasStarted: facts.hasStarted ?? true });
  expect(fault?.code ?? null).toBe(code);
});

test("the error that Node printed is named", () => {
  const stderr = "file:///capability/impl/run.mjs:3\n  x()\n  ^\n\nTypeError: x is not a function\n    at file...";
  expect(deriveExitFault(exited(1), { stderr, hasStarted: true })?.detail).toBe(
    "exit code 1, TypeError: x is not a function",
  );
});

test("a top-level await that never ends is named", () => {
  expect(deriveExitFault(exited(13), { stderr: "", hasStarted: true })?.detail).toContain("top-level await");
});
