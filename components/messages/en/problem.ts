import type { Problem } from "#server/errors";

export type ProblemText = { title: string; meaning?: string; next?: string; command?: string; code: string };

const UNREACHABLE: ProblemText = {
  code: "unreachable",
  title: "Capstan's server does not answer.",
  meaning: "What this page shows may be out of date. Nothing that was saved is lost.",
  next: "Start it again; this page goes on by itself when it answers.",
  command: "npm start",
};

const SIGNED_OUT: ProblemText = {
  code: "unauthenticated",
  title: "This browser has no session any more.",
  meaning: "Nothing can be read or changed from here until you open one.",
  next: "Run this in a terminal and open the address it prints.",
  command: "npx capstan open",
};

/** The three parts of an error on screen. `meaning` says what the problem does to the reader's work at this place. */
export function toProblemText(problem: Problem, meaning?: string): ProblemText {
  if (problem.code === "unreachable") return UNREACHABLE;
  if (problem.code === "unauthenticated") return SIGNED_OUT;
  return {
    code: problem.code,
    title: problem.message,
    ...(meaning === undefined ? {} : { meaning }),
    ...(problem.next === undefined ? {} : { next: problem.next }),
  };
}
