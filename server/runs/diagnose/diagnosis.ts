import { z } from "zod";
import { capabilityTypeSchema, intentTierSchema } from "#server/capability/contract";
import { nameResolutionSchema } from "#server/tree/resolve-name";

/**
 * The links of the chain from a file to a model's call, in the order in which one of them breaks (the extension article
 * 5.1, "registered, but the model never calls it").
 */
export const DIAGNOSIS_STEPS = [
  "registered",
  "enabled",
  "trusted",
  "tiers",
  "scope",
  "provider_names",
  "schema",
  "description",
  "rank",
  "budget",
  "neighbours",
  "binding",
] as const;
export type DiagnosisStep = (typeof DIAGNOSIS_STEPS)[number];

/** `fail`: no model calls it because of this. `warn`: a model may miss it because of this. `skipped`: nothing to look at. */
export const VERDICTS = ["ok", "warn", "fail", "skipped"] as const;
export const verdictSchema = z.enum(VERDICTS);
export type Verdict = z.infer<typeof verdictSchema>;

export const diagnosisLineSchema = z.object({
  step: z.enum(DIAGNOSIS_STEPS),
  verdict: verdictSchema,
  message: z.string(),
  /** What a person does about it. */
  next: z.string().optional(),
  /** Single facts behind the message; `capability` names the one a fact is about, so that a screen can link it. */
  details: z.array(z.object({ text: z.string(), capability: z.string().optional() })).optional(),
});
export type DiagnosisLine = z.infer<typeof diagnosisLineSchema>;

/** Why a model does or does not call one capability: a checklist along the chain, every step answered. */
export const toolDiagnosisSchema = z.object({
  /** As it was asked for. */
  name: z.string(),
  /** null for a name that nothing current has. */
  type: capabilityTypeSchema.nullable(),
  /** The worst verdict of all steps. */
  verdict: verdictSchema,
  /** The first link that breaks, in one sentence; what keeps a model from it, or that nothing does. */
  summary: z.string(),
  /** Messages that steps about discovery were judged by, and the tier each of them has. */
  utterances: z.array(z.object({ text: z.string(), tier: intentTierSchema })),
  steps: z.array(diagnosisLineSchema),
  /** What the name means to a loop: its type, the action that uses it, other types that have it, what is near. */
  resolution: nameResolutionSchema,
  /** "N static + M dynamic groups (prefixes) + G groups" (domain.md 2.7). */
  inventory: z.string(),
  revision: z.string(),
});
export type ToolDiagnosis = z.infer<typeof toolDiagnosisSchema>;

/** What is asked about. A name alone is judged by the utterances of its own contract. */
export const diagnoseInputSchema = z.object({
  name: z.string().min(1).max(256),
  utterance: z.string().max(20_000).optional(),
  /** Tokens a prompt may spend on listing capabilities. */
  budgetTokens: z.number().int().positive().max(1_000_000).optional(),
  /** Overrides the tier of the utterance. */
  tier: intentTierSchema.optional(),
});
export type DiagnoseInput = z.infer<typeof diagnoseInputSchema>;
