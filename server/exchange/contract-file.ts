import { z } from "zod";
import { type ExactObject, isExactObject } from "./exact-json";
import { readExactYaml, toYamlText } from "./exact-yaml";
import { IMPORT_FORMATS, type Origin, type ToolDefinition } from "./exchange";
import { isSchema, withoutUndefined } from "./formats/tool-fields";

/** The key of a contract under which its origin stands: where it came from and what the contract has no place for. */
const ORIGIN_KEY = "x-import";
/** Stands between what a tool does and when to use it, where a format has one text for both. */
const WHEN = "\n\nUse it when: ";

/** Description and `when` as one text. Undefined when there is neither. */
function joinWhen(description: string | undefined, when: string): string | undefined {
  return when === "" ? description : `${description ?? ""}${WHEN}${when}`;
}

/** The way back: `joinWhen(splitWhen(text))` is `text`, whatever it holds. */
function splitWhen(text: string | undefined): { description?: string; when?: string } {
  if (text === undefined) return {};
  const at = text.lastIndexOf(WHEN);
  const when = at === -1 ? "" : text.slice(at + WHEN.length);
  return when === "" ? { description: text } : { description: text.slice(0, at), when };
}

/** The `CAPABILITY.yaml` of a tool that came from elsewhere, under the name it has here. */
export function toContractText(name: string, definition: ToolDefinition, origin: Origin): string {
  const { description, when } = splitWhen(definition.description);
  const schemas = withoutUndefined([
    ["input", definition.input],
    ["output", definition.output],
  ]);
  return toYamlText(
    withoutUndefined([
      ["name", name],
      ["version", "0.1.0"],
      ["type", "tool"],
      ["sensitivity", "internal"],
      ["status", "draft"],
      ["description", description],
      ["when", when],
      ["requires", definition.requires],
      ["contract", Object.keys(schemas).length === 0 ? undefined : schemas],
      ["tree", definition.title === undefined ? undefined : { display: { title: definition.title } }],
      [ORIGIN_KEY, withoutUndefined(Object.entries(origin))],
    ]),
  );
}

const keptSchema: z.ZodType<ExactObject> = z.custom<ExactObject>(isExactObject);
const originSchema = z.object({
  format: z.enum(IMPORT_FORMATS),
  source: z.string(),
  name: z.string().optional(),
  alias: z.string().optional(),
  form: z.string().optional(),
  kept: keptSchema.optional(),
});

export type ReadContract = { definition: ToolDefinition; origin: Origin | null };

function textAt(object: ExactObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" ? value : undefined;
}

function childAt(object: ExactObject, key: string): ExactObject {
  const value = object[key];
  return isExactObject(value) ? value : {};
}

function toOrigin(value: unknown): Origin | null {
  const parsed = originSchema.safeParse(value);
  if (!parsed.success) return null;
  const { format, source, ...rest } = parsed.data;
  return {
    format,
    source,
    ...(rest.name === undefined ? {} : { name: rest.name }),
    ...(rest.alias === undefined ? {} : { alias: rest.alias }),
    ...(rest.form === undefined ? {} : { form: rest.form }),
    ...(rest.kept === undefined ? {} : { kept: rest.kept }),
  };
}

/**
 * The tool of a `CAPABILITY.yaml` for export, read from its text so that whole numbers keep their digits. Null when the text
 * is no YAML map: the registry lists such a file as broken. A contract without a description has none here either.
 */
export function readContractText(text: string): ReadContract | null {
  const read = readExactYaml(text);
  if (read.kind === "bad" || !isExactObject(read.value)) return null;
  const file = read.value;
  const schemas = childAt(file, "contract");
  const title = textAt(childAt(childAt(file, "tree"), "display"), "title");
  const description = joinWhen(textAt(file, "description"), textAt(file, "when") ?? "");
  const { input, output } = schemas;
  return {
    origin: toOrigin(file[ORIGIN_KEY]),
    definition: {
      name: textAt(file, "name") ?? "",
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(isSchema(input) ? { input } : {}),
      ...(isSchema(output) ? { output } : {}),
      kept: {},
    },
  };
}
