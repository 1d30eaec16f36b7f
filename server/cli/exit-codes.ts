import type { Problem } from "#server/errors";

/** What a script reads: 0 done, 1 the work failed, 2 usage, 3 refused or waiting for a person. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const USAGE = new Set(["bad_input", "not_found", "E_INPUT_SCHEMA"]);
const REFUSED = new Set([
  "unauthenticated",
  "forbidden",
  "draft_refused",
  "root_pending",
  "disabled",
  "sandbox_level",
  "E_SANDBOX_LEVEL",
]);

/** The exit code of a problem, by its stable code. */
export function toExitCode(problem: Pick<Problem, "code">): ExitCode {
  if (USAGE.has(problem.code)) return EXIT.usage;
  return REFUSED.has(problem.code) ? EXIT.refused : EXIT.failed;
}
