import { AppError } from "#server/errors";
import type { Command } from "./command";

/** Throws bad_input for a word that the command would not look at: it is a typing mistake, often quotes that are missing. */
export function assertWords({ takes, usage }: Pick<Command, "takes" | "usage">, words: readonly string[]): void {
  const surplus = takes === undefined ? undefined : words[takes];
  if (surplus === undefined) return;
  throw new AppError("bad_input", `"${surplus}" is one word too many.`, {
    next: `Put words that belong together in quotes. Usage: ${usage}`,
  });
}
