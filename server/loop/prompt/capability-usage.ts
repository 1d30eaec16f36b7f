import type { JsonSchema } from "#server/capability/contract";
import { isJsonObject, type JsonValue } from "#server/capability/json";
import type { LoopCapability } from "#server/loop/ports";
import { ACTION_OF } from "#server/tree/resolve-name";

function toCallForm(type: LoopCapability["type"]): string {
  const { action, field } = ACTION_OF[type];
  return `${action} {"${field}": name}`;
}

/** How each kind is used, as the model must write it (domain.md 1.15). */
export const USAGE: Record<LoopCapability["type"], string> = {
  tool: `${toCallForm("tool")}; with the arguments at hand, directly_call_tool`,
  forge: `${toCallForm("forge")}: several steps in one call`,
  skill: `${toCallForm("skill")}: its text is then in SKILLS_CONTEXT`,
  focus_mode: `${toCallForm("focus_mode")}: another loop works on the query and gives its answer`,
};

const lines = new WeakMap<LoopCapability, string>();

/** `writeCapabilityLine`, once for each capability of a view: every prompt of a run lists the same ones. */
export function toCapabilityLine(capability: LoopCapability): string {
  const known = lines.get(capability);
  if (known !== undefined) return known;
  const line = writeCapabilityLine(capability);
  lines.set(capability, line);
  return line;
}

/** Two lines about one capability: what it does and when, and the arguments of what can be called. */
function writeCapabilityLine(capability: LoopCapability): string {
  const when = capability.when === "" ? "" : ` When: ${capability.when}`;
  const line = `- ${capability.name} (${capability.type}): ${capability.description}${when}`;
  const isCallable = capability.type === "tool" || capability.type === "forge";
  return isCallable ? `${line}\n  arguments: ${toSignature(capability.inputSchema)}` : line;
}

/** The arguments of a schema in one line: `text: string, top?: integer`. A question mark marks what may be left out. */
export function toSignature(schema: JsonSchema): string {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  if (!isJsonObject(schema) || !isJsonObject(properties)) return "a JSON object";
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const fields = Object.entries(properties).map(
    ([name, property]) => `${name}${required.has(name) ? "" : "?"}: ${toTypeName(property)}`,
  );
  return fields.length === 0 ? "none" : fields.join(", ");
}

function toTypeName(property: JsonValue): string {
  if (!isJsonObject(property)) return "any";
  if (Array.isArray(property.enum)) return property.enum.map((value) => JSON.stringify(value)).join(" | ");
  const { type } = property;
  if (typeof type === "string") return type;
  return Array.isArray(type) ? type.join(" | ") : "any";
}
