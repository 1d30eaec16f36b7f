import { parseArgs } from "node:util";
import { AppError } from "#server/errors";

export type GlobalFlags = { isJson: boolean; isHelp: boolean; isVersion: boolean; project?: string; state?: string };

const OPTIONS = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
  project: { type: "string" },
  state: { type: "string" },
  input: { type: "string" },
  limit: { type: "string" },
  "focus-mode": { type: "string" },
  yes: { type: "boolean", default: false },
} as const;

export type ParsedCommand = {
  name: string | null;
  positionals: string[];
  flags: GlobalFlags;
  input: string | null;
  limit: number;
  focusMode: string | null;
};

const LIMIT = 10;

/** Reads the command line. Throws bad_input that names what is wrong. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  return {
    name: name ?? null,
    positionals: rest,
    flags: {
      isJson: values.json,
      isHelp: values.help,
      isVersion: values.version,
      ...(values.project === undefined ? {} : { project: values.project }),
      ...(values.state === undefined ? {} : { state: values.state }),
    },
    input: values.input ?? null,
    limit: parseLimit(values.limit),
    focusMode: values["focus-mode"] ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new AppError("bad_input", cause instanceof Error ? cause.message : String(cause), {
      next: "`capstan --help` lists the commands and their flags.",
      cause,
    });
  }
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return LIMIT;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) {
    throw new AppError("bad_input", `--limit ${text} is not a number from 1 to 200.`);
  }
  return limit;
}
