import { type ExactObject, type ExactValue, isExactObject, toJsonText } from "./exact-json";
import { FORMAT_TITLES, type ImportIssue } from "./exchange";
import { nameTool } from "./formats/ai-sdk";
import { mcpFormat } from "./formats/mcp";
import type { ToolFormat } from "./formats/tool-format";
import { TOOL_FORMATS } from "./formats/tool-formats";

/** One entry of a list of tools, not yet read: its place from 1 as a person counts it, and what stands there. */
export type RawTool = { place: string; raw: ExactValue };

export type FoundTools = {
  kind: "tools";
  format: ToolFormat;
  verdict: string;
  /** The name that the document gives itself, such as that of an MCP server. */
  source?: string;
  tools: RawTool[];
  issues: ImportIssue[];
};

/** Nothing to import in it, and why. */
export type NoTools = { kind: "none"; code: string; reason: string; next?: string };

type Page = { tools: ExactValue[]; cursor: string | null };

/** The page of a `tools/list` answer, with or without the envelope of JSON-RPC around it. */
function toPage(value: ExactValue): Page | null {
  if (!isExactObject(value)) return null;
  if (isExactObject(value.result)) return toPage(value.result);
  if (!Array.isArray(value.tools)) return null;
  return { tools: value.tools, cursor: typeof value.nextCursor === "string" ? value.nextCursor : null };
}

function toIssue(severity: ImportIssue["severity"], code: string, message: string): ImportIssue {
  return { severity, code, message };
}

/** What the cursors of the pages tell: one that comes twice leads in a circle, one at the end leads to what is not here. */
function findCursorIssues(pages: readonly Page[]): ImportIssue[] {
  const seen = new Set<string>();
  const issues: ImportIssue[] = [];
  for (const [at, { cursor }] of pages.entries()) {
    if (cursor === null) continue;
    if (seen.has(cursor)) {
      const message = `Page ${at + 1} ends with the cursor "${cursor}", which an earlier page had too: the server goes in a circle.`;
      issues.push(toIssue("warning", "repeated_cursor", message));
    }
    seen.add(cursor);
  }
  if (issues.length === 0 && pages.at(-1)?.cursor != null) {
    const message = "The last page names a next one, so the list is not complete. Ask for it with its nextCursor.";
    issues.push(toIssue("warning", "more_pages", message));
  }
  return issues;
}

/**
 * The tools of all pages. Behind a cursor that comes a second time (field-notes 2 A 12) stands what an earlier page held, so
 * on several pages tools that are the same to the byte count once, and an issue says so.
 */
function joinPages(pages: readonly Page[]): { tools: RawTool[]; issues: ImportIssue[] } {
  const [first] = pages;
  if (first && pages.length === 1) {
    const tools = first.tools.map((raw, index) => ({ place: `tool ${index + 1}`, raw }));
    return { tools, issues: findCursorIssues(pages) };
  }
  const texts = new Set<string>();
  const all = pages.flatMap(({ tools }, at) =>
    tools.map((raw, index) => ({ place: `page ${at + 1}, tool ${index + 1}`, raw })),
  );
  const tools = all.filter(({ raw }) => {
    const text = toJsonText(raw);
    return !texts.has(text) && texts.add(text);
  });
  const issues = findCursorIssues(pages);
  const repeats = all.length - tools.length;
  if (repeats > 0) {
    const message = `${repeats} tools stand on more than one page, the same to the byte; each counts once.`;
    issues.push(toIssue("info", "repeated_tools", message));
  }
  return { tools, issues };
}

function formatOf(raw: ExactValue): ToolFormat | null {
  return isExactObject(raw) ? (TOOL_FORMATS.find((format) => format.isLike(raw)) ?? null) : null;
}

/** The format of most entries; a list none of whose entries carries a sign counts as MCP's, where the schema is missing. */
function mainFormatOf(tools: readonly RawTool[]): ToolFormat {
  const votes = new Map<ToolFormat, number>();
  for (const { raw } of tools) {
    const format = formatOf(raw);
    if (format) votes.set(format, (votes.get(format) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? mcpFormat;
}

/** The format that reads one entry: by its own sign, else the one of the list around it. */
export function getFormat(raw: ExactObject, main: ToolFormat): ToolFormat {
  return formatOf(raw) ?? main;
}

function toFound(tools: RawTool[], issues: ImportIssue[], source?: string): FoundTools {
  const format = mainFormatOf(tools);
  const verdict = `${FORMAT_TITLES[format.id]}: ${format.sign}.`;
  return { kind: "tools", format, verdict, tools, issues, ...(source === undefined ? {} : { source }) };
}

/** Every value that can hold a tool is an object; a record of numbers is no record of tools. */
function isRecordOfTools(value: ExactObject): boolean {
  const tools = Object.values(value);
  const isTool = (tool: ExactValue) =>
    isExactObject(tool) && ("inputSchema" in tool || "parameters" in tool) && !("name" in tool);
  return tools.length > 0 && tools.every(isExactObject) && tools.some(isTool);
}

function readRecord(record: ExactObject): FoundTools {
  const entries = Object.entries(record).filter((entry): entry is [string, ExactObject] => isExactObject(entry[1]));
  return toFound(
    entries.map(([name, raw]) => ({ place: `"${name}"`, raw: nameTool(name, raw) })),
    [],
  );
}

function toRpcError(value: ExactObject): NoTools | null {
  if (!("jsonrpc" in value) || !isExactObject(value.error)) return null;
  const { message } = value.error;
  const reason = `The answer is an error, not a list: ${typeof message === "string" ? message : toJsonText(value.error)}`;
  return { kind: "none", code: "rpc_error", reason, next: "Ask the server again for tools/list." };
}

function findInObject(value: ExactObject): FoundTools | NoTools {
  const failed = toRpcError(value);
  if (failed) return failed;
  const page = toPage(value);
  if (page) {
    const server = isExactObject(value.server) ? value.server.name : undefined;
    const { tools, issues } = joinPages([page]);
    return toFound(tools, issues, typeof server === "string" ? server : undefined);
  }
  if (isExactObject(value.mcpServers)) {
    const reason = "It lists servers, not their tools.";
    return { kind: "none", code: "server_list", reason, next: "Start a server and import its answer to tools/list." };
  }
  if (formatOf(value)) return toFound([{ place: "the tool", raw: value }], []);
  if (isExactObject(value.tools) && isRecordOfTools(value.tools)) return readRecord(value.tools);
  if (isRecordOfTools(value)) return readRecord(value);
  const keys = Object.keys(value).slice(0, 5).join(", ");
  return {
    kind: "none",
    code: "unknown_shape",
    reason: `It is none of the formats that can be imported: its keys are ${keys || "none at all"}.`,
    next: "docs/import.md shows each of them.",
  };
}

/** The tools of a document that is JSON or YAML, by its shape, or why there are none in it. */
export function findTools(value: ExactValue): FoundTools | NoTools {
  if (isExactObject(value)) return findInObject(value);
  if (!Array.isArray(value)) {
    return {
      kind: "none",
      code: "unknown_shape",
      reason: "It holds one plain value; a list or an object is expected.",
    };
  }
  if (value.length === 0) return { kind: "none", code: "empty_list", reason: "The list is empty." };
  const pages = value.map(toPage);
  if (pages.every((page) => page !== null)) {
    const { tools, issues } = joinPages(pages);
    return toFound(tools, issues);
  }
  return toFound(
    value.map((raw, index) => ({ place: `tool ${index + 1}`, raw })),
    [],
  );
}
