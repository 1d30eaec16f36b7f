import { type ExactObject, isExactObject } from "#server/exchange/exact-json";
import { readFields, writeFields } from "./tool-fields";
import type { ToolFormat } from "./tool-format";

const KEYS = { name: "name", description: "description", input: "parameters" } as const;

function withoutKeys(object: ExactObject, ...keys: string[]): ExactObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function functionOf(raw: ExactObject): ExactObject {
  return isExactObject(raw.function) ? raw.function : {};
}

/**
 * The nested form: `{type: "function", function: {name, description, parameters}}`. What stands beside `function` is kept
 * as it is, what stands inside of it under the key `function`.
 */
export const openaiFormat: ToolFormat = {
  id: "openai",
  provider: "openai",
  hasTitle: false,
  hasOutput: false,
  requiresInput: false,
  sign: "a function object",
  isLike: (raw) => isExactObject(raw.function),
  read: (raw) => {
    const { kept, ...definition } = readFields(functionOf(raw), KEYS);
    const inner = Object.keys(kept).length === 0 ? {} : { function: kept };
    return { ...definition, kept: { ...withoutKeys(raw, "type", "function"), ...inner } };
  },
  write: ({ kept, ...definition }) => ({
    type: "function",
    function: writeFields({ ...definition, kept: functionOf(kept) }, KEYS),
    ...withoutKeys(kept, "function"),
  }),
  writeAll: (tools) => tools.map(({ raw }) => raw),
};

/** The flat form: `{type: "function", name, description, parameters, strict}`. The older `functions` list is read too. */
export const openaiResponsesFormat: ToolFormat = {
  id: "openai_responses",
  provider: "openai",
  hasTitle: false,
  hasOutput: false,
  requiresInput: false,
  sign: "parameters beside the name",
  isLike: (raw) => "name" in raw && ("parameters" in raw || raw.type === "function"),
  read: (raw) => readFields(withoutKeys(raw, "type"), KEYS),
  write: (definition) => ({ type: "function", ...writeFields(definition, KEYS) }),
  writeAll: (tools) => tools.map(({ raw }) => raw),
};
