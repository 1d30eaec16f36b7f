import type { JsonSchema } from "#server/capability/contract";
import type { JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { ModelPurpose, Usage } from "#server/loop/events";

/** A capability as the offline planner weighs it. */
export type PlannerCandidate = {
  name: string;
  kind: "tool" | "forge" | "skill" | "focus_mode";
  description: string;
  /** Search score of this turn; mentions count above every score. */
  score: number;
  isMentioned: boolean;
  inputSchema: JsonSchema;
};

/** What already happened, newest last. */
export type PlannerStep = {
  action: string;
  capability: string | null;
  isError: boolean;
  observation: string;
  output: JsonValue | null;
};

/**
 * What the offline planner reads instead of the prompt's text; travels as `providerOptions.capstan`, which every other
 * provider ignores.
 */
export type PlannerHints =
  | {
      purpose: "action";
      message: string;
      tier: string;
      actions: string[];
      candidates: PlannerCandidate[];
      loadedSkills: string[];
      refused: { name: string; problem: Problem }[];
      steps: PlannerStep[];
    }
  | {
      purpose: "params";
      message: string;
      capability: string;
      schema: JsonSchema;
      steps: PlannerStep[];
      /** Validation messages of the last attempt. */
      issues: string[];
    };

/** One structured question to a model: one system and one user message, temperature 0. */
export type ModelRequest = {
  purpose: ModelPurpose;
  system: string;
  user: string;
  maxTokens?: number;
  /** "provider/model" of an llm step; left out, the model of Settings. */
  model?: string;
  hints?: PlannerHints;
};

export type ModelAnswer =
  | { kind: "ok"; text: string; finishReason: string; usage: Usage; durationMs: number; model: string }
  | { kind: "failed"; problem: Problem; text: string; usage: Usage; durationMs: number; model: string };

/**
 * The models of this installation.
 */
export type Models = {
  /** Which model answers now; `isPlanner` when none is connected. */
  current(): { label: string; isPlanner: boolean };
  /**
   * Asks and streams. Contract: never throws; a failure, also an abort, is `kind: "failed"` (codes: no_model,
   * model_unreachable, model_rate_limited, model_refused, model_bad_answer, cancelled).
   * With no model connected the planner answers purposes action and params; `step` fails with no_model.
   */
  ask(request: ModelRequest, options: { signal: AbortSignal; onText?: (delta: string) => void }): Promise<ModelAnswer>;
  /** Tries the given connection with one short question. Never throws. */
  test(
    connection: ModelConnection,
    signal: AbortSignal,
  ): Promise<{ ok: true; durationMs: number; text: string } | { ok: false; problem: Problem }>;
  /** Takes a new connection from Settings; null = none. */
  connect(connection: ModelConnection | null): void;
};

/** An OpenAI-compatible endpoint. `apiKey` never leaves the server. */
export type ModelConnection = { baseUrl: string; apiKey: string | null; name: string };
