import { z } from "zod";
import { CAPABILITY_NAME, type Contract, contractSchema, jsonSchemaSchema, type Step } from "./contract";
import type { Report } from "./contract-report";
import { isJsonObject, type JsonValue, jsonObjectSchema } from "./json";
import { findPlaceholders, toLoopPath } from "./template";
import { compileProblem } from "./validate-json";
import type { PathPart } from "./yaml-document";

/** Steps of one composed tool; each is an execution of its own. */
const STEPS_MAX = 32;
const NAME_PREFIX = "skill_";
const NAME_CHARACTERS_MAX = 64;
/** A name that a template may use; `input`, `steps` and `item` are taken. */
const OUTPUT_NAME = /^(?!(?:input|steps|item)$)[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const composedStepSchema = z.looseObject({
  action: z.string().optional(),
  tool: z.string("must name the tool that it calls").min(1, "must name the tool that it calls"),
  input_map: jsonObjectSchema.optional(),
  output_as: z.string().regex(OUTPUT_NAME, "must be letters, digits, - and _, and not input, steps or item").optional(),
  loop_over: z.string().min(1).optional(),
});
type ComposedStep = z.infer<typeof composedStepSchema>;

const toolSchemaSchema = z.looseObject({
  description: z.string().optional(),
  input: jsonSchemaSchema,
  output: jsonSchemaSchema.optional(),
  output_map: jsonObjectSchema.optional(),
  steps: z.array(composedStepSchema).min(1, "must have at least one step").max(STEPS_MAX),
});
type ToolSchema = z.infer<typeof toolSchemaSchema>;

/** Why there is no composed tool, at its place in the frontmatter. */
export type ComposeProblem = { path: PathPart[]; code: "composed_schema" | "composed_reference"; message: string };

/**
 * What a skill compiles to: `contract`, a forge, and what is wrong with it by itself. With problems nothing may call it; the
 * contract then holds as much as could be read, so that it can be listed with its reason.
 */
export type ComposedTool = { contract: Contract; problems: readonly ComposeProblem[] };

/** Name of the tool that a skill compiles to: `skill_<name>`, hyphens as underscores (domain.md 2.8). */
export function toComposedName(skill: string): string {
  return NAME_PREFIX + skill.replaceAll("-", "_");
}

function hasProperty(schema: unknown, key: string): boolean {
  if (!isJsonObject(schema) || schema.additionalProperties !== false || !isJsonObject(schema.properties)) return true;
  return Object.hasOwn(schema.properties, key);
}

/** Why a placeholder can never be filled: `names` are the outputs named before it. */
function whyUnknown(path: string, known: { input: unknown; names: ReadonlySet<string>; isLoop: boolean }) {
  const [head = "", first] = path.split(".");
  if (head === "input") {
    return first === undefined || hasProperty(known.input, first) ? null : `the input schema has no "${first}"`;
  }
  if (head === "item") return known.isLoop ? null : "there is no loop_over whose item it could be";
  return known.names.has(head) ? null : `no step before it has output_as: ${head}`;
}

function findReferenceProblems({ input, steps, output_map: output }: ToolSchema): ComposeProblem[] {
  const problems: ComposeProblem[] = [];
  const names = new Set<string>();
  const check = (place: PathPart[], paths: readonly string[], isLoop: boolean) => {
    for (const path of paths) {
      const reason = whyUnknown(path, { input, names, isLoop });
      if (reason === null) continue;
      problems.push({ path: place, code: "composed_reference", message: `{{${path}}} stands for nothing: ${reason}.` });
    }
  };
  for (const [index, step] of steps.entries()) {
    const at = ["tool_schema", "steps", index];
    if (step.loop_over !== undefined) check([...at, "loop_over"], [toLoopPath(step.loop_over)], false);
    check([...at, "input_map"], findPlaceholders(step.input_map ?? {}), step.loop_over !== undefined);
    if (step.output_as === undefined) continue;
    if (names.has(step.output_as)) {
      const message = `Two steps name their output "${step.output_as}"; the later one would hide the earlier.`;
      problems.push({ path: [...at, "output_as"], code: "composed_reference", message });
    }
    names.add(step.output_as);
  }
  check(["tool_schema", "output_map"], findPlaceholders(output ?? {}), false);
  return problems;
}

function findSchemaProblems({ input, output }: ToolSchema): ComposeProblem[] {
  return (
    [
      ["input", input],
      ["output", output],
    ] as const
  ).flatMap(([key, schema]): ComposeProblem[] => {
    const problem = schema === undefined ? null : compileProblem(schema);
    if (problem === null) return [];
    const message = `The ${key} schema does not compile: ${problem}.`;
    return [{ path: ["tool_schema", key], code: "composed_schema", message }];
  });
}

/** An id that a person recognises: the name of the output, else the tool; numbered where it is taken. */
function toStepId({ output_as: name, tool }: ComposedStep, taken: Set<string>): string {
  const base = name ?? tool;
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`;
  taken.add(id);
  return id;
}

function toSteps(steps: readonly ComposedStep[]): Step[] {
  const taken = new Set<string>();
  return steps.map((step) => ({
    id: toStepId(step, taken),
    kind: "capability",
    capability: step.tool,
    ...(step.action === undefined ? {} : { action: step.action }),
    ...(step.input_map === undefined ? {} : { input: step.input_map }),
    ...(step.output_as === undefined ? {} : { output_as: step.output_as }),
    ...(step.loop_over === undefined ? {} : { loop_over: step.loop_over }),
  }));
}

/** Steps of a text that the schema refuses, for a list: as far as they name a tool. */
function toReadableSteps(value: unknown): Step[] {
  const steps: unknown[] = isJsonObject(value) && Array.isArray(value.steps) ? value.steps.slice(0, STEPS_MAX) : [];
  return toSteps(steps.flatMap((step) => (isNamingTool(step) ? [{ tool: step.tool }] : [])));
}

function isNamingTool(step: unknown): step is { tool: string } {
  return isJsonObject(step) && typeof step.tool === "string" && step.tool !== "";
}

function toContract(skill: Contract, tool: Partial<ToolSchema>, steps: Step[]): Contract {
  const contract = contractSchema.parse({
    // One that is too long is listed by its beginning, with the problem.
    name: toComposedName(skill.name).slice(0, NAME_CHARACTERS_MAX),
    version: skill.version,
    type: "forge",
    sensitivity: skill.sensitivity,
    description: tool.description ?? skill.description,
    when: skill.when,
    contract: {
      ...(tool.input === undefined ? {} : { input: tool.input }),
      ...(tool.output === undefined ? {} : { output: tool.output }),
    },
    steps,
    ...(tool.output_map === undefined ? {} : { output_map: tool.output_map }),
  });
  return { ...contract, type: "forge" };
}

function compose(skill: Contract, value: JsonValue): ComposedTool {
  const name = toComposedName(skill.name);
  if (!CAPABILITY_NAME.test(name)) {
    const message = `It would compile to "${name}", and a name has at most ${NAME_CHARACTERS_MAX} characters. Give the skill a shorter one.`;
    const problems: ComposeProblem[] = [{ path: ["name"], code: "composed_schema", message }];
    return { contract: toContract(skill, {}, toReadableSteps(value)), problems };
  }
  const parsed = toolSchemaSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue): ComposeProblem => {
      const inside = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
      const path = ["tool_schema", ...inside];
      const reason = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
      return { path, code: "composed_schema", message: `"${path.join(".")}" cannot be used: ${reason}.` };
    });
    return { contract: toContract(skill, {}, toReadableSteps(value)), problems };
  }
  const tool = parsed.data;
  const problems = [...findSchemaProblems(tool), ...findReferenceProblems(tool)];
  return { contract: toContract(skill, tool, toSteps(tool.steps)), problems };
}

const composed = new WeakMap<Contract, ComposedTool>();

/**
 * Compiles the `tool_schema` of a skill to a forge (domain.md 2.8): each step calls one capability, with `input_map` as its
 * input. Undefined for a skill without one and for anything that is no skill. What only the catalog can tell (whether the
 * tools exist, what approval and tier follow) is the registry's to add. `report` is told each problem at its place.
 * Pure; never throws.
 */
export function composeSkill(skill: Contract, report?: Report): ComposedTool | undefined {
  const value = skill.type === "skill" ? skill.tool_schema : undefined;
  if (value === undefined || value === null) return undefined;
  const tool = composed.get(skill) ?? compose(skill, value as JsonValue);
  composed.set(skill, tool);
  for (const { path, ...finding } of tool.problems) report?.(path, finding);
  return tool;
}
