import type {
  ApprovalType,
  CapabilityType,
  IntentTier,
  JsonSchema,
  LoopSettings,
  Sensitivity,
  TrustState,
} from "#server/capability/contract";
import type { JsonObject, JsonValue } from "#server/capability/json";
import type { SearchIndex } from "#server/discovery/hit";
import type { Problem } from "#server/errors";
import type { ModelAnswer, ModelRequest } from "#server/model/model";
import type { EventDraft, RunEvent } from "./events";

/** A capability as a loop may see it. Host tools have no digest. */
export type LoopCapability = {
  name: string;
  type: CapabilityType;
  title: string;
  description: string;
  when: string;
  state: TrustState;
  digest: string | null;
  source: "capability" | "host";
  inputSchema: JsonSchema;
  approvalType: ApprovalType;
  /** skill only: the body of SKILL.md. */
  skillText?: string;
  /** focus_mode only. */
  loop?: LoopSettings;
  /** What capability_ls says beside the rest; host tools have none. `steps` reads "id:kind, ...". */
  about?: { layer: "L1" | "L2"; version: string; sensitivity: Sensitivity; steps: string };
};

/** What one turn resolves everything against: one revision, one tier, one decision about drafts. Immutable. */
export type CatalogView = {
  readonly revision: string;
  /** The focus mode the view is for, also a hidden one; left out when the catalog no longer holds it. */
  readonly loop?: LoopSettings;
  /** What the tier, trust and focus mode let through, sorted by the tree's order. */
  readonly capabilities: readonly LoopCapability[];
  readonly index: SearchIndex;
  get(name: string): LoopCapability | undefined;
  /** Why a known name may not be used in this run; undefined for an unknown name and for a usable one. */
  refusalOf(name: string): Problem | undefined;
  /** Refused capabilities that the query would have found, best first. For people's eyes, never for a prompt. */
  refusedFor(query: string, limit: number): { name: string; problem: Problem }[];
};

export type CatalogViewOptions = {
  tier: IntentTier;
  /** Type of the sub-agent that looks, such as "media"; left out or "" for the main agent. */
  scope?: string;
  allowDrafts: boolean;
  focusMode: string;
};

export type CapabilityCall = {
  callId: string;
  /** Id the execution will get; null for a host tool. */
  executionId: string | null;
  capability: LoopCapability;
  input: JsonObject;
};

export type CallOutcome =
  | { kind: "ok"; output: JsonValue; isPartial: boolean; executionId: string | null; durationMs: number }
  | { kind: "failed"; problem: Problem; executionId: string | null; durationMs: number }
  | { kind: "cancelled"; executionId: string | null; durationMs: number };

/** Everything a loop needs of the world. The loop itself holds no state but the fold of its events. */
export type LoopPorts = {
  /**
   * Stores events in order and answers them with seq and time.
   * Contract: resolves only after commit; throws AppError `lease_lost` when another owner has the run, and the loop must
   * then stop without writing anything more.
   */
  append(drafts: readonly EventDraft[]): Promise<RunEvent[]>;
  /** Milliseconds since 1970. */
  now(): number;
  /** A fresh id, unique in the installation, that begins with the prefix. */
  newId(prefix: string): string;
  /** `length` random lower-case letters. */
  randomLetters(length: number): string;
  /** The catalog of this moment as this run may see it. */
  catalog(options: CatalogViewOptions): CatalogView;
  /** What answers now, e.g. "gpt-5-mini" or "offline planner". */
  modelLabel(): string;
  /** Contract: never throws. `onText` gets text as it arrives. */
  askModel(
    request: ModelRequest,
    options: { signal: AbortSignal; onText: (delta: string) => void },
  ): Promise<ModelAnswer>;
  /**
   * Runs a tool, forge or host tool whose input was already validated. A call whose execution is stored as finished is
   * answered from the log. Contract: never throws; on abort the child is gone before it resolves with `cancelled`.
   */
  execute(call: CapabilityCall, signal: AbortSignal): Promise<CallOutcome>;
  /** Validates a value against a JSON Schema. Answers sentences, one a finding; empty when valid. Never throws: a schema that does not compile is a finding too. */
  validate(schema: JsonSchema, value: JsonValue): string[];
};
