import type { Settings } from "#server/settings";
import type { Backend } from "./backend";
import type { ExitCode } from "./exit-codes";
import type { ParsedCommand } from "./parse-command";

/** Where a command writes: results on out, remarks for a person on note, which `--json` keeps silent. */
export type Output = {
  isJson: boolean;
  out(text: string): void;
  note(text: string): void;
};

export type CommandContext = {
  command: ParsedCommand;
  settings: Settings;
  output: Output;
  /** The running server, or the services in this process. */
  connect: (options?: { takesRuns: boolean }) => Promise<Backend>;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
};

export type Command = {
  usage: string;
  summary: string;
  /** Words that it takes at most; left out, as many as there are. */
  takes?: number;
  run(context: CommandContext): Promise<ExitCode>;
};
