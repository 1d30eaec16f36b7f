import { existsSync } from "node:fs";
import { isAppError, toProblem } from "#server/errors";
import { loadSettings, projectRoots, type Settings } from "#server/settings";
import { assertWords } from "./assert-words";
import type { Command, Output } from "./command";
import { codegen } from "./commands/codegen";
import { describe } from "./commands/describe";
import { diagnose } from "./commands/diagnose";
import { doctor } from "./commands/doctor";
import { exportCommand } from "./commands/export";
import { groups } from "./commands/groups";
import { importCommand } from "./commands/import";
import { loop } from "./commands/loop";
import { ls } from "./commands/ls";
import { open } from "./commands/open";
import { run } from "./commands/run";
import { runtime } from "./commands/runtime";
import { search } from "./commands/search";
import { subtrees } from "./commands/subtrees";
import { test } from "./commands/test";
import { tree } from "./commands/tree";
import { validate } from "./commands/validate";
import { connect } from "./connect";
import { EXIT, type ExitCode, toExitCode } from "./exit-codes";
import { type ParsedCommand, parseCommand } from "./parse-command";
import { toVisible } from "./to-visible";

const COMMANDS: Record<string, Command> = {
  ls,
  search,
  run,
  loop,
  test,
  tree,
  groups,
  describe,
  subtrees,
  diagnose,
  validate,
  codegen,
  import: importCommand,
  export: exportCommand,
  doctor,
  open,
  runtime,
};

async function main(): Promise<ExitCode> {
  const command = parseCommand(process.argv.slice(2));
  const chosen = command.name === null ? undefined : COMMANDS[command.name];
  if (command.flags.isHelp || (command.name === null && !command.flags.isVersion)) {
    console.log(chosen ? `${chosen.usage}\n${chosen.summary}` : toHelp());
    return command.flags.isHelp ? EXIT.done : EXIT.usage;
  }
  const settings = loadCommandSettings(command);
  if (command.flags.isVersion) {
    console.log(settings.version);
    return EXIT.done;
  }
  if (!chosen) {
    console.error(`capstan has no command ${command.name}.\n${toHelp()}`);
    return EXIT.usage;
  }
  assertWords(chosen, command.positionals);
  const output = createOutput(command.flags.isJson);
  return chosen.run({
    command,
    settings,
    output,
    signal: abortOnInterrupt(),
    connect: ({ takesRuns } = { takesRuns: false }) =>
      connect(settings, { note: (line) => output.note(line), takesRuns }),
  });
}

/** The project is the flag's, else CAPSTAN_PROJECT's, else the working directory where it holds capabilities. */
function loadCommandSettings({ flags }: ParsedCommand): Settings {
  const here = process.cwd();
  const isProject = projectRoots(here).some((root) => existsSync(root.path));
  return loadSettings(undefined, {
    ...(flags.project === undefined ? {} : { project: flags.project }),
    ...(flags.state === undefined ? {} : { stateFolder: flags.state }),
    ...(isProject ? { defaultProject: here } : {}),
  });
}

function createOutput(isJson: boolean): Output {
  return {
    isJson,
    out: (text) => console.log(toVisible(text)),
    note: (text) => {
      if (!isJson) console.error(toVisible(text));
    },
  };
}

/** The first Ctrl-C asks the work to stop and waits for its end; the second one leaves at once. */
function abortOnInterrupt(): AbortSignal {
  const interrupted = new AbortController();
  process.on("SIGINT", () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
  });
  return interrupted.signal;
}

function toHelp(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    "capstan: browse, search, run and test what an AI agent may do.",
    "",
    ...lines,
    "",
    "  --json         print JSON",
    "  --project DIR  the project whose capabilities are read too; default: the working directory",
    "  --state DIR    the state folder; default: CAPSTAN_HOME, XDG_STATE_HOME/capstan or ~/.local/state/capstan",
    "",
    "Exit codes: 0 done, 1 the work failed, 2 usage, 3 refused or waiting for a person.",
  ].join("\n");
}

function printError(error: unknown): ExitCode {
  const problem = toProblem(error);
  const isJson = process.argv.includes("--json");
  if (isJson) console.log(toVisible(JSON.stringify({ error: problem })));
  else console.error(toVisible(`${problem.message}${problem.next === undefined ? "" : ` ${problem.next}`}`));
  if (!isAppError(error) && error instanceof Error) console.error(error.stack);
  return toExitCode(problem);
}

process.on("SIGUSR1", () => {
  // Without a listener this signal opens Node's inspector to every process of the user (sandbox.md 0.4).
});
main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = printError(error);
  },
);
