import type { ExactObject } from "./exact-json";

/** What can come in. `capability` is a folder of Capstan's own; the two forms of OpenAI differ in where the name stands. */
export const IMPORT_FORMATS = [
  "skill",
  "capability",
  "mcp",
  "openai",
  "openai_responses",
  "anthropic",
  "ai_sdk",
  "openapi",
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What can go out. */
export const EXPORT_FORMATS = ["mcp", "openai", "openai_responses", "anthropic", "ai_sdk", "skill"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** The formats in which a tool is a name, a description and a schema. */
export type ToolFormatId = Exclude<ExportFormat, "skill">;

export const FORMAT_TITLES: Readonly<Record<ImportFormat, string>> = {
  skill: "SKILL.md",
  capability: "CAPABILITY.yaml",
  mcp: "MCP tools/list",
  openai: "OpenAI tools (Chat Completions)",
  openai_responses: "OpenAI tools (Responses)",
  anthropic: "Anthropic tools",
  ai_sdk: "AI SDK tools",
  openapi: "OpenAPI",
};

/** A text file with its path, `/` between the parts; "" for a text that was pasted. */
export type TextFile = { path: string; text: string };

/** What a person gives to import. */
export type ImportRequest = {
  /** Where it comes from, in a person's words; "" takes the name that the document gives. */
  source: string;
  files: readonly TextFile[];
  /** Paths of files whose values may be put in quotes where YAML cannot read them without. */
  quoted?: ReadonlySet<string>;
  /** Keys of the items to build; left out, all. Names are given as if all were. */
  only?: ReadonlySet<string>;
  /** Names that a person chose instead of ours, by `key` of the item; each must be a capability's name. */
  names?: ReadonlyMap<string, string>;
};

/** Letters that a name cannot have, more than 64 of them, a name that another item has, a person's choice. */
export const NAME_CODES = ["letters", "too_long", "clash", "chosen"] as const;
export type NameCode = (typeof NAME_CODES)[number];

export type ImportIssue = { severity: "error" | "warning" | "info"; code: string; message: string };

/** One thing that becomes one capability. */
export type ImportItem = {
  /** Unique in the report and the same each time: the file's path and the place in it. */
  key: string;
  format: ImportFormat;
  /** Where it stands, for a person: `tools.json, tool 3`. */
  place: string;
  /** Where it comes from: what the person said, else what the document calls itself; "" when neither does. */
  source: string;
  originalName: string;
  name: string;
  /** Why `name` differs from `originalName`, as a sentence and by its kind; undefined when it does not. */
  nameReason?: string;
  nameCode?: NameCode;
  description: string;
  /** Paths are inside the capability's folder. */
  files: TextFile[];
  issues: ImportIssue[];
  /** Why it could not run even with a program, such as a schema that does not compile. */
  disabled?: { reason: string; enabledBy: string };
};

/** One thing that does not become a capability, and why. */
export type SkippedItem = {
  key: string;
  place: string;
  name?: string;
  code: string;
  reason: string;
  /** What to do about it. */
  next?: string;
  /** A text that would be read: put `path` into `quoted` to import it so. */
  fix?: { path: string; line: number; before: string; after: string };
};

/** What one file was taken for, and by which sign. */
export type ReadFile = { path: string; format: ImportFormat | null; verdict: string; found: number };

export type ImportReport = { files: ReadFile[]; items: ImportItem[]; skipped: SkippedItem[]; issues: ImportIssue[] };

/** A JSON Schema, whole numbers kept. */
export type ExactSchema = boolean | ExactObject;

/** A tool as the formats know it. */
export type ToolDefinition = {
  name: string;
  title?: string;
  description?: string;
  input?: ExactSchema;
  output?: ExactSchema;
  /** Host services that the program which comes with it calls. */
  requires?: string[];
  /** What its format has and a contract has not, kept for the way back. */
  kept: ExactObject;
  /** Which of several spellings of its format it uses. */
  form?: string;
};

/** Where a contract came from, as it stands under `x-import`. */
export type Origin = {
  format: ImportFormat;
  source: string;
  /** The name it had, and the one it got instead; both left out when they are one. */
  name?: string;
  alias?: string;
  form?: string;
  kept?: ExactObject;
};
