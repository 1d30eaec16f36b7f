import { z } from "zod";
import {
  CAPABILITY_TYPES,
  type CapabilityType,
  capabilityTypeSchema,
  loopActionSchema,
} from "#server/capability/contract";

/** How each type is used by a loop: the action and the field that takes the name (domain.md 1.15). */
export const ACTION_OF = {
  tool: { action: "require_tool", field: "tool_require_payload" },
  forge: { action: "require_ai_blueprint", field: "blueprint_payload" },
  skill: { action: "load_capability", field: "capability_identifier" },
  focus_mode: { action: "load_capability", field: "capability_identifier" },
} as const satisfies Record<CapabilityType, { action: z.infer<typeof loopActionSchema>; field: string }>;

/** What a name means and what to do with it. An unknown name has no type, and says what may have been meant. */
export const nameResolutionSchema = z.object({
  name: z.string(),
  type: capabilityTypeSchema.nullable(),
  action: loopActionSchema.nullable(),
  /** For a model or a person, in whole sentences. */
  suggestion: z.string(),
  /** Other types that also have the name, in their order; a focus mode is never one. */
  alternatives: z.array(z.object({ type: capabilityTypeSchema, action: loopActionSchema })),
  /** Names that may have been meant, best first; never taken for the name. */
  near: z.array(z.string()),
});
export type NameResolution = z.infer<typeof nameResolutionSchema>;

/** Names near to an unknown one; `sameLetters` is the one that only case, hyphens or underscores tell apart. */
export type NearNames = { names: readonly string[]; sameLetters: string | null };

const NOTHING_NEAR: NearNames = { names: [], sameLetters: null };

const WORDS: Record<CapabilityType, string> = {
  tool: "tool",
  forge: "forge",
  skill: "skill",
  focus_mode: "focus mode",
};

/** Tool, forge, skill, focus mode (domain.md 1.15). */
export function compareTypes(one: CapabilityType, other: CapabilityType): number {
  return CAPABILITY_TYPES.indexOf(one) - CAPABILITY_TYPES.indexOf(other);
}

/** Of names that only an author's habits tell apart: `queryTicketStatus`, `Query-Ticket-Status`, `query_ticket_status`. */
export function toNameLetters(name: string): string {
  return name.toLowerCase().replace(/[\s._-]/g, "");
}

/** What may have been meant, as the next step of a refusal; undefined when nothing is near. */
export function toNearSentence({ names, sameLetters }: NearNames): string | undefined {
  if (sameLetters !== null) return `Did you mean "${sameLetters}"? Names are exact, and case counts.`;
  return names.length > 0 ? `Nearest names: ${names.join(", ")}.` : undefined;
}

function toCall(type: CapabilityType, name: string): string {
  const { action, field } = ACTION_OF[type];
  return `${action} {"${field}": ${JSON.stringify(name)}}`;
}

function suggestOne(name: string, type: CapabilityType): string {
  if (type === "focus_mode") {
    return `"${name}" is a focus mode: only ${toCall(type, name)} opens it. Do not try this action with it again.`;
  }
  const others = CAPABILITY_TYPES.filter((other) => other !== type && other !== "focus_mode").map(
    (other) => WORDS[other],
  );
  return `"${name}" is a ${WORDS[type]}, not a ${others.join(" or ")}. Use it by ${toCall(type, name)}. Do not try this action with it again.`;
}

function suggestSeveral(name: string, type: CapabilityType, others: readonly CapabilityType[]): string {
  const also = others.map((other) => `as a ${WORDS[other]} by ${toCall(other, name)}`).join(", ");
  return `"${name}" names more than one thing. The ${WORDS[type]} counts: use it by ${toCall(type, name)}. It is also known ${also}.`;
}

/**
 * Resolves one exact name of which these types are known, the one that counts first (domain.md 1.15). Names tell case apart
 * and are never completed; for an unknown one the suggestion says to verify it, not to retry, and what is near.
 */
export function toResolution(name: string, types: readonly CapabilityType[], near = NOTHING_NEAR): NameResolution {
  const [type] = types;
  if (type === undefined) {
    const sentences = [
      `Nothing is called "${name}". Verify the name; asking again changes nothing.`,
      toNearSentence(near),
    ];
    const suggestion = sentences.filter((sentence) => sentence !== undefined).join(" ");
    return { name, type: null, action: null, suggestion, alternatives: [], near: [...near.names] };
  }
  const others = [...new Set(types)].filter((other) => other !== type && other !== "focus_mode").sort(compareTypes);
  return {
    name,
    type,
    action: ACTION_OF[type].action,
    suggestion: others.length > 0 ? suggestSeveral(name, type, others) : suggestOne(name, type),
    alternatives: others.map((other) => ({ type: other, action: ACTION_OF[other].action })),
    near: [],
  };
}
