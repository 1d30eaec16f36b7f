import { createHash } from "node:crypto";
import { z } from "zod";
import type { JsonSchema } from "#server/capability/contract";
import { isJsonObject, type JsonValue, jsonObjectSchema } from "#server/capability/json";
import { compileProblem } from "#server/capability/validate-json";

/** What of a tool of a `tools/list` answer is used; each part by itself, so that one bad tool costs no other (T2). */
const rawToolSchema = z.object({
  name: z.string().min(1).max(1_000),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z
    .object({ title: z.string().optional(), destructiveHint: z.boolean().optional() })
    .optional()
    .catch(undefined),
});

/** What a tool says of itself, as far as anything here goes by it. */
type ToldTool = {
  /** What its server calls it. */
  original: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  /** Left out where the tool promises nothing. */
  outputSchema?: JsonSchema;
  /** Its own word, a hint: it never loosens a rule. */
  saysDestructive: boolean;
};

export type ReadTool = ToldTool & {
  /** Over its definition; the order of keys does not count. */
  fingerprint: string;
  /** Why it cannot be used, for whoever wrote the server. */
  mistake?: string;
};

/** The same value with the keys of its objects sorted. */
function toSorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(toSorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, toSorted(item)]));
}

/**
 * What a person accepts, and is shown for it: all that a model is told, and the one hint that makes a rule. A tool that says
 * no longer that it destroys is another one.
 */
export function toDefinition({ original, saysDestructive, ...told }: ToldTool): Record<string, unknown> {
  const { title, description, inputSchema, outputSchema } = told;
  const annotations = saysDestructive ? { destructiveHint: true } : undefined;
  return { name: original, title, description, inputSchema, outputSchema, annotations };
}

function toFingerprint(definition: Record<string, unknown>): string {
  const plain = JSON.parse(JSON.stringify(definition)) as JsonValue;
  return createHash("sha256")
    .update(JSON.stringify(toSorted(plain)))
    .digest("hex");
}

function findMistake(input: unknown, output: unknown): string | undefined {
  if (input === undefined || input === null) return "It has no inputSchema, so no model could know what to send.";
  const parsedInput = jsonObjectSchema.safeParse(input);
  if (!parsedInput.success) return "Its inputSchema is no object.";
  if (parsedInput.data.type !== undefined && parsedInput.data.type !== "object") {
    return `The root of its inputSchema must be an object; here it is ${JSON.stringify(parsedInput.data.type)}.`;
  }
  const inputProblem = compileProblem(parsedInput.data);
  if (inputProblem !== null) return `Its inputSchema cannot be used: ${inputProblem}`;
  if (output === undefined || output === null) return undefined;
  const parsedOutput = jsonObjectSchema.safeParse(output);
  if (!parsedOutput.success) return "Its outputSchema is no object.";
  const outputProblem = compileProblem(parsedOutput.data);
  return outputProblem === null ? undefined : `Its outputSchema cannot be used: ${outputProblem}`;
}

/** Reads one tool of a list; null when it has not even a name. Never throws. */
export function readTool(raw: unknown): ReadTool | null {
  const parsed = rawToolSchema.safeParse(raw);
  if (!parsed.success) return null;
  const { name, title, description, inputSchema, outputSchema, annotations } = parsed.data;
  const mistake = findMistake(inputSchema, outputSchema);
  const output = jsonObjectSchema.safeParse(outputSchema);
  const input = jsonObjectSchema.safeParse(inputSchema);
  const told: ToldTool = {
    original: name,
    title: title ?? annotations?.title ?? name,
    description: description ?? "",
    inputSchema: input.success ? input.data : { type: "object" },
    ...(output.success ? { outputSchema: output.data } : {}),
    saysDestructive: annotations?.destructiveHint === true,
  };
  const fingerprint = toFingerprint(toDefinition(told));
  return { ...told, fingerprint, ...(mistake === undefined ? {} : { mistake }) };
}
