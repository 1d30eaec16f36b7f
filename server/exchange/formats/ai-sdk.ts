import { type ExactObject, isExactObject } from "#server/exchange/exact-json";
import type { ToolDefinition } from "#server/exchange/exchange";
import { readFields, writeFields } from "./tool-fields";
import type { ToolFormat } from "./tool-format";

/** In the document a tool's name is its key; on the way through it stands under this one, which no tool of the SDK has. */
const NAME = "\u0000name";

type Spelling = { input: string; output: string; isWrapped: boolean };

/** `parameters` is what version 4 called the schema; `jsonSchema(...)` becomes an object that holds it. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  plain: { input: "inputSchema", output: "outputSchema", isWrapped: false },
  wrapped: { input: "inputSchema", output: "outputSchema", isWrapped: true },
  parameters: { input: "parameters", output: "outputSchema", isWrapped: false },
  wrapped_parameters: { input: "parameters", output: "outputSchema", isWrapped: true },
};

/** The schema of `jsonSchema(...)` as it is printed: an object with that one key. */
function unwrap(value: unknown): ExactObject | undefined {
  if (!isExactObject(value) || Object.keys(value).length !== 1) return undefined;
  return isExactObject(value.jsonSchema) ? value.jsonSchema : undefined;
}

function keysOf({ input, output }: Spelling) {
  return { name: NAME, title: "title", description: "description", input, output };
}

function readTool(raw: ExactObject): ToolDefinition {
  const base = "inputSchema" in raw || !("parameters" in raw) ? "plain" : "parameters";
  const key = base === "plain" ? "inputSchema" : "parameters";
  const inner = unwrap(raw[key]);
  const form = inner === undefined ? base : base === "plain" ? "wrapped" : "wrapped_parameters";
  const definition = readFields(inner === undefined ? raw : { ...raw, [key]: inner }, keysOf(spellingOf(form)));
  return form === "plain" ? definition : { ...definition, form };
}

function spellingOf(form: string | undefined): Spelling {
  return SPELLINGS[form ?? "plain"] ?? { input: "inputSchema", output: "outputSchema", isWrapped: false };
}

function writeTool({ form, ...definition }: ToolDefinition): ExactObject {
  const spelling = spellingOf(form);
  const isWrapped = spelling.isWrapped && definition.input !== undefined;
  const input = isWrapped ? { input: { jsonSchema: definition.input ?? {} } } : {};
  const { [NAME]: _name, ...raw } = writeFields({ ...definition, ...input }, keysOf(spelling));
  return raw;
}

/** The tools of the AI SDK: a record from name to `{description, inputSchema}`, as `JSON.stringify` prints it. */
export const aiSdkFormat: ToolFormat = {
  id: "ai_sdk",
  provider: null,
  hasTitle: true,
  hasOutput: true,
  requiresInput: true,
  sign: "a record from name to description and inputSchema",
  isLike: (raw) => NAME in raw,
  read: readTool,
  write: writeTool,
  writeAll: (tools) => Object.fromEntries(tools.map(({ name, raw }) => [name, raw])),
};

/** One entry of the record with its name inside, as `read` wants it. */
export function nameTool(name: string, raw: ExactObject): ExactObject {
  return { [NAME]: name, ...raw };
}
