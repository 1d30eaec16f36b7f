import { parseContract } from "#server/capability/parse-contract";
import { type Built, type Candidate, toSkip } from "./candidate";
import { toContractText } from "./contract-file";
import { type ExactObject, isExactObject } from "./exact-json";
import type { ImportFormat, Origin, SkippedItem, ToolDefinition } from "./exchange";
import { findToolIssues } from "./find-issues";
import { type FoundTools, getFormat, type RawTool } from "./find-tools";
import type { GivenName } from "./name-items";

export type FoundCandidates = { candidates: Candidate[]; skipped: SkippedItem[] };

/** Where a tool comes from: its format, the name of its source, and what only its format knows. */
export type ToolOrigin = Pick<Origin, "format" | "source" | "kept">;

/** Keys by which a schema library's own object is told from a JSON Schema. */
const LIBRARY_KEYS = ["_def", "~standard", "_zod"];
const SCHEMA_KEYS = ["inputSchema", "input_schema", "parameters"];

/** Why an entry is no tool that can be imported; undefined when it is one. */
function findReason(
  raw: ExactObject,
  definition: ToolDefinition,
): Pick<SkippedItem, "code" | "reason" | "next"> | undefined {
  const { input, name, kept } = definition;
  if (isExactObject(input) && LIBRARY_KEYS.some((key) => Object.hasOwn(input, key))) {
    const reason = "Its schema is the object of a schema library, not JSON Schema.";
    return {
      code: "library_schema",
      reason,
      next: "Print it as JSON Schema first, such as by z.toJSONSchema(schema).",
    };
  }
  const isRunByProvider = typeof raw.type === "string" && !["function", "custom", "dynamic"].includes(raw.type);
  if (input === undefined && isRunByProvider) {
    const reason = `The provider runs "${raw.type}" itself: it has no schema, so there is nothing to import.`;
    return { code: "provider_tool", reason };
  }
  if (name.trim() === "") {
    return {
      code: "no_name",
      reason: "It has no name, so nothing could call it.",
      next: "Give it a name and import it again.",
    };
  }
  const strange = input === undefined ? SCHEMA_KEYS.find((key) => kept[key] != null) : undefined;
  if (strange === undefined) return undefined;
  const reason = `"${strange}" must be a JSON Schema: an object, true or false.`;
  return { code: "bad_schema", reason, next: "Mend it where it comes from, or leave the key out." };
}

/**
 * The folder of one tool under the name it is given: its `CAPABILITY.yaml` and nothing else, since a definition brings no
 * program. Skipped when the registry could not read what would be written, such as a schema over 256 Ki characters.
 */
export function buildTool(definition: ToolDefinition, from: ToolOrigin, { name }: GivenName): Built {
  const { kept, form } = definition;
  const all = { ...kept, ...from.kept };
  const origin: Origin = {
    format: from.format,
    source: from.source,
    ...(definition.name === name ? {} : { name: definition.name, alias: name }),
    ...(form === undefined ? {} : { form }),
    ...(Object.keys(all).length === 0 ? {} : { kept: all }),
  };
  const text = toContractText(name, definition, origin);
  const parsed = parseContract(text, { file: "CAPABILITY.yaml", hasImpl: false });
  const broken = parsed.kind === "broken" ? parsed.issues[0] : undefined;
  if (broken) return toSkip("unreadable", `Its contract could not be read back: ${broken.message}`);
  return { kind: "ok", files: [{ path: "CAPABILITY.yaml", text }], ...findToolIssues(name, definition) };
}

type ListOrigin = { path: string; source: string };

function toKey({ path }: ListOrigin, index: number): string {
  return `${path}#${index + 1}`;
}

function toPlace({ path }: ListOrigin, { place }: RawTool): string {
  return path === "" ? place : `${path}, ${place}`;
}

/** The candidates of a list of tools, each by the format it carries the sign of, and the entries that are none. */
export function findToolCandidates(found: FoundTools, origin: ListOrigin): FoundCandidates {
  const candidates: Candidate[] = [];
  const skipped: SkippedItem[] = [];
  for (const [index, tool] of found.tools.entries()) {
    const at = { key: toKey(origin, index), place: toPlace(origin, tool) };
    if (!isExactObject(tool.raw)) {
      skipped.push({ ...at, code: "not_an_object", reason: "A tool is an object with a name; this entry is not." });
      continue;
    }
    const format = getFormat(tool.raw, found.format);
    const definition = format.read(tool.raw);
    const reason = findReason(tool.raw, definition);
    if (reason) {
      skipped.push({ ...at, ...(definition.name === "" ? {} : { name: definition.name }), ...reason });
      continue;
    }
    const from: { format: ImportFormat; source: string } = { format: format.id, source: origin.source };
    candidates.push({
      ...at,
      source: origin.source,
      originalName: definition.name,
      format: format.id,
      description: definition.description ?? "",
      build: (given) => buildTool(definition, from, given),
    });
  }
  return { candidates, skipped };
}
