import { parseArgs } from "node:util";
import { INTENT_TIERS, type IntentTier } from "#server/capability/contract";
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
  depth: { type: "string" },
  level: { type: "string" },
  tier: { type: "string" },
  scope: { type: "string" },
  views: { type: "boolean", default: false },
  utterance: { type: "string" },
  status: { type: "boolean", default: false },
  to: { type: "string" },
  source: { type: "string" },
  format: { type: "string" },
  quote: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

export type ParsedCommand = {
  name: string | null;
  positionals: string[];
  flags: GlobalFlags;
  input: string | null;
  limit: number;
  focusMode: string | null;
  /** Levels of the tree; 0 is all. */
  depth: number;
  /** Level of a validation; 0 is all. */
  level: 0 | 1 | 2 | 3;
  /** null when none is named. */
  tier: IntentTier | null;
  /** Type of a sub-agent; "" is the main agent. */
  scope: string;
  isViews: boolean;
  utterance: string | null;
  isStatus: boolean;
  /** Folder that an import or an export is written to. */
  to: string | null;
  /** Where an import comes from, in a person's words. */
  source: string | null;
  /** Format of an export. */
  format: string | null;
  /** True when values that YAML cannot read without quotes may get them. */
  isQuote: boolean;
  isDryRun: boolean;
};

const LIMIT = 10;
const DEPTH_MAX = 64;
const LEVELS = new Map([["0", 0] as const, ["1", 1] as const, ["2", 2] as const, ["3", 3] as const]);
const TIERS = new Map(INTENT_TIERS.map((tier) => [tier, tier] as const));

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
    depth: parseCount("depth", values.depth),
    level: parseChoice("level", values.level ?? "0", LEVELS),
    tier: values.tier === undefined ? null : parseChoice("tier", values.tier, TIERS),
    scope: values.scope ?? "",
    isViews: values.views,
    utterance: values.utterance ?? null,
    isStatus: values.status,
    to: values.to ?? null,
    source: values.source ?? null,
    format: values.format ?? null,
    isQuote: values.quote,
    isDryRun: values["dry-run"],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new AppError("bad_input", (cause instanceof Error ? cause.message : String(cause)).replace(/\.?$/, "."), {
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

function parseCount(flag: string, text: string | undefined): number {
  const count = Number(text ?? 0);
  if (Number.isInteger(count) && count >= 0 && count <= DEPTH_MAX) return count;
  throw new AppError("bad_input", `--${flag} ${text} is not a number from 0 to ${DEPTH_MAX}.`);
}

function parseChoice<Value>(flag: string, text: string, choices: ReadonlyMap<string, Value>): Value {
  const value = choices.get(text);
  if (value !== undefined) return value;
  throw new AppError("bad_input", `--${flag} ${text} is none of ${[...choices.keys()].join(", ")}.`);
}
