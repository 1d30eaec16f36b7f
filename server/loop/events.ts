import { z } from "zod";
import { capabilityTypeSchema, intentTierSchema, loopActionSchema } from "#server/capability/contract";
import { jsonObjectSchema, jsonValueSchema } from "#server/capability/json";
import { searchHitSchema } from "#server/discovery/hit";
import { intentEvidenceSchema } from "#server/tree/intent-evidence";

/**
 * The one list of event types for database, wire and screen (design.md 5). A run or execution is nothing but an
 * append-only list of these; names follow domain.md 1.11. Readers must pass over a type they do not know.
 */
const RUN_STATES = [
  "queued",
  "running",
  "waiting",
  "paused",
  "interrupted",
  "completed",
  "failed",
  "cancelled",
] as const;
export const runStateSchema = z.enum(RUN_STATES);
export type RunState = z.infer<typeof runStateSchema>;
export const TERMINAL_STATES: ReadonlySet<RunState> = new Set(["completed", "failed", "cancelled"]);

export const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string().exactOptional(),
  details: z.unknown().optional(),
});

export const usageSchema = z.object({
  /** null where the provider did not say. */
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  /** null when the price is unknown; never 0 for unknown. */
  costUsd: z.number().nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

export const modelPurposeSchema = z.enum(["action", "params", "step", "test"]);
export type ModelPurpose = z.infer<typeof modelPurposeSchema>;

const refusedCapabilitySchema = z.object({ name: z.string(), problem: problemSchema });

/** Names per kind, oldest first (domain.md 1.14). */
export const extraCapabilitiesSchema = z.object({
  tool: z.array(z.string()),
  forge: z.array(z.string()),
  skill: z.array(z.string()),
  focus_mode: z.array(z.string()),
});
export type ExtraCapabilities = z.infer<typeof extraCapabilitiesSchema>;

export const eventPayloads = {
  /** First event of a run. */
  run_started: z.object({
    message: z.string(),
    focusMode: z.string(),
    allowDrafts: z.boolean(),
    model: z.string(),
    /** True when no model is connected and the offline planner answers. */
    isPlanner: z.boolean(),
    maxIterations: z.number().nullable(),
    startedBy: z.string(),
    tier: intentTierSchema,
    tierReasons: z.array(z.string()),
    /** The words behind the reasons, with their places in the message; older runs have none. */
    tierEvidence: z.array(intentEvidenceSchema).optional(),
    /** The request that started it and the session that came from, so that every later log line can name both. */
    requestId: z.string().optional(),
    sessionId: z.string().optional(),
  }),
  /** First event of an execution. */
  execution_started: z.object({
    name: z.string(),
    type: capabilityTypeSchema,
    digest: z.string(),
    isTrusted: z.boolean(),
    source: z.enum(["dry_run", "case", "cli", "loop"]),
    input: jsonValueSchema,
    startedBy: z.string(),
    runId: z.string().optional(),
    callId: z.string().optional(),
    /** True when the bytes are an editor's unsaved buffer. */
    isBuffer: z.boolean(),
  }),
  run_state: z.object({ state: runStateSchema, reason: z.string().optional(), by: z.string().optional() }),
  turn_started: z.object({
    revision: z.string(),
    /** Fresh each turn, 12 letters; tags of this turn's prompt carry it. */
    nonce: z.string(),
    startedAt: z.number(),
    max: z.number(),
    /** Marked on every turn of a run started with allow drafts. */
    draftsAllowed: z.boolean(),
    loop: z.string(),
    depth: z.number(),
  }),
  discovery: z.object({
    queries: z.array(z.string()),
    hits: z.array(searchHitSchema),
    mentions: z.array(searchHitSchema),
    /** What matched and may not be used in this run, with the reason; shown to people, never to a model. */
    refused: z.array(refusedCapabilitySchema),
    /** How many capabilities were searched. */
    searched: z.number(),
    extra: extraCapabilitiesSchema,
    added: z.array(z.string()),
    evicted: z.array(z.string()),
    durationMs: z.number(),
  }),
  model_request: z.object({
    requestId: z.string(),
    purpose: modelPurposeSchema,
    /** 1 for the first try; a rejected answer is asked again with the reason. */
    attempt: z.number(),
    model: z.string(),
    system: z.string(),
    user: z.string(),
    /** Bytes of each prompt section, in order (domain.md 1.10). */
    sections: z.array(z.object({ name: z.string(), bytes: z.number() })),
    maxTokens: z.number().optional(),
    stepId: z.string().optional(),
  }),
  /** Text while it arrives, joined to 100 ms or 4 KiB. */
  stream: z.object({ requestId: z.string(), text: z.string() }),
  model_result: z.object({
    requestId: z.string(),
    ok: z.boolean(),
    text: z.string(),
    finishReason: z.string(),
    usage: usageSchema,
    durationMs: z.number(),
    isCached: z.boolean().optional(),
    problem: problemSchema.optional(),
  }),
  thought: z.object({ thought: z.string() }),
  action: z.object({ action: loopActionSchema, identifier: z.string(), params: jsonObjectSchema }),
  tool_call_start: z.object({
    name: z.string(),
    kind: capabilityTypeSchema,
    description: z.string(),
    digest: z.string().nullable(),
    isDraft: z.boolean(),
    /** Proposed id of the execution; null for a host tool. */
    executionId: z.string().nullable(),
  }),
  tool_call_status: z.object({ status: z.enum(["processing_params", "running", "done"]) }),
  tool_call_param: z.object({ params: jsonValueSchema }),
  tool_call_result: z.object({ result: jsonValueSchema, executionId: z.string().nullable(), isPartial: z.boolean() }),
  /** The protocol of the call ended; whether it succeeded is in the result (domain.md 1.8). */
  tool_call_done: z.object({ durationMs: z.number() }),
  tool_call_error: z.object({ problem: problemSchema, executionId: z.string().nullable(), durationMs: z.number() }),
  tool_call_user_cancel: z.object({ reason: z.string(), durationMs: z.number() }),
  /** What the model will read next turn. `source` is "verifier", "catalog", "load_capability", "discovery" or "<kind>:<name>". */
  observation: z.object({ observation: z.string(), source: z.string(), isError: z.boolean() }),
  reference_material: z.object({ kind: z.literal("skill"), name: z.string(), digest: z.string(), text: z.string() }),
  focus_on: z.object({ loop: z.string(), depth: z.number(), max: z.number() }),
  lose_focus: z.object({ fromLoop: z.string(), toLoop: z.string(), result: z.string(), isSuccess: z.boolean() }),
  focus_refused: z.object({ loop: z.string(), reason: z.string() }),
  turn_finished: z.object({
    outcome: z.enum(["continue", "exit", "fail", "superseded"]),
    durationMs: z.number(),
  }),
  execution_step: z.object({
    stepId: z.string(),
    kind: z.enum(["code", "llm", "capability"]),
    state: z.enum(["started", "finished", "failed"]),
    executionId: z.string().optional(),
    output: jsonValueSchema.optional(),
    durationMs: z.number().optional(),
  }),
  execution_frame: z.object({ direction: z.enum(["to_code", "to_host"]), frame: jsonValueSchema, bytes: z.number() }),
  /** A line of stderr, or one logged by the service `logger`, which has a level and may carry data. */
  execution_log: z.object({
    line: z.string(),
    level: z.enum(["info", "warn", "error"]).optional(),
    data: jsonValueSchema.optional(),
  }),
  /** Something the code tried and the sandbox refused, e.g. "fs.read /etc/passwd". */
  execution_denied: z.object({ tried: z.string() }),
  execution_finished: z.object({
    ok: z.boolean(),
    output: jsonValueSchema.optional(),
    problem: problemSchema.optional(),
    /** "no_model" when an llm step had no model: the output is partial. */
    partial: z.enum(["no_model"]).optional(),
    level: z.string().nullable(),
    phase: z.string().optional(),
    stderr: z.string().optional(),
    durationMs: z.number(),
    peakRssBytes: z.number().nullable(),
    llmCalls: z.number(),
    cacheHits: z.number(),
    usage: usageSchema,
    denials: z.number(),
    frames: z.number(),
    /** Findings that do not fail the run, such as a non-zero exit after the result. */
    warnings: z.array(z.string()),
  }),
  error: z.object({ problem: problemSchema }),
  success_react_task: z.object({ reason: z.string() }),
  fail_react_task: z.object({ reason: z.string(), problem: problemSchema.optional() }),
  /** Last event of every terminal run and execution. */
  result: z.object({ result: jsonValueSchema, success: z.boolean(), finished: z.literal(true) }),
} as const;

export type EventType = keyof typeof eventPayloads;
const EVENT_TYPES = Object.keys(eventPayloads) as EventType[];
const eventTypeSchema = z.enum(EVENT_TYPES as [EventType, ...EventType[]]);
export type PayloadOf<T extends EventType> = z.infer<(typeof eventPayloads)[T]>;

/** Where an event belongs. Ids are unique within their run. */
export type EventPlace = {
  turn: number;
  task_id: string;
  parent_task_id: string;
  call_id?: string;
  span_id: string;
  parent_span_id: string;
};

/** An event before it was stored: no seq, no time. */
export type EventDraft = { [T in EventType]: EventPlace & { type: T; payload: PayloadOf<T> } }[EventType];

/** The draft of one type. */
export type DraftOf<T extends EventType> = Extract<EventDraft, { type: T }>;

/** A stored event. `seq` counts from 1 in its run and is the only order; `ts` is milliseconds since 1970, for people. */
export type RunEvent = {
  [T in EventType]: EventPlace & { run_id: string; seq: number; ts: number; type: T; payload: PayloadOf<T> };
}[EventType];

/** As sent to a screen: a payload over 16 KiB stays behind its digest and is fetched on demand. */
export const wireEventSchema = z.object({
  run_id: z.string(),
  seq: z.number(),
  ts: z.number(),
  type: eventTypeSchema,
  turn: z.number(),
  task_id: z.string(),
  parent_task_id: z.string(),
  call_id: z.string().optional(),
  span_id: z.string(),
  parent_span_id: z.string(),
  payload: z.unknown().optional(),
  blob_digest: z.string().optional(),
  blob_size: z.number().optional(),
});
export type WireEvent = z.infer<typeof wireEventSchema>;
