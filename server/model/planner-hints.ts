import { z } from "zod";
import { capabilityTypeSchema, jsonSchemaSchema } from "#server/capability/contract";
import { jsonValueSchema } from "#server/capability/json";
import type { PlannerHints } from "./model";

const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string().exactOptional(),
  details: z.unknown().optional(),
});

const stepSchema = z.object({
  action: z.string(),
  capability: z.string().nullable(),
  isError: z.boolean(),
  observation: z.string(),
  output: jsonValueSchema.nullable(),
});

const candidateSchema = z.object({
  name: z.string(),
  kind: capabilityTypeSchema,
  description: z.string(),
  score: z.number(),
  isMentioned: z.boolean(),
  inputSchema: jsonSchemaSchema,
});

/** What the offline planner reads from `providerOptions.capstan`; the wire form of `PlannerHints`. */
export const plannerHintsSchema = z.discriminatedUnion("purpose", [
  z.object({
    purpose: z.literal("action"),
    message: z.string(),
    tier: z.string(),
    actions: z.array(z.string()),
    candidates: z.array(candidateSchema),
    loadedSkills: z.array(z.string()),
    refused: z.array(z.object({ name: z.string(), problem: problemSchema })),
    steps: z.array(stepSchema),
  }),
  z.object({
    purpose: z.literal("params"),
    message: z.string(),
    capability: z.string(),
    schema: jsonSchemaSchema,
    steps: z.array(stepSchema),
    issues: z.array(z.string()),
  }),
]) satisfies z.ZodType<PlannerHints>;
