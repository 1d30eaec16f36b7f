import { z } from "zod";
import { jsonObjectSchema } from "./json";

/**
 * The contract of a capability: `CAPABILITY.yaml` as a zod schema, the one definition for the parser, the registry, the
 * editor's completion and the docs (design.md 4, domain.md 2.1 and 3.1). Unknown keys are kept: every file valid for pi
 * loads here unchanged.
 */
export const CAPABILITY_TYPES = ["tool", "forge", "skill", "focus_mode"] as const;
export const capabilityTypeSchema = z.enum(CAPABILITY_TYPES);
export type CapabilityType = z.infer<typeof capabilityTypeSchema>;

/** The six intent tiers: a list, not a ladder (domain.md 0.1 point 12). Order matters for `min_tier`. */
export const INTENT_TIERS = [
  "greeting",
  "question",
  "task_light",
  "task_write",
  "task_delete",
  "task_multimodal",
] as const;
export const intentTierSchema = z.enum(INTENT_TIERS);
export type IntentTier = z.infer<typeof intentTierSchema>;

/** The five approval types (domain.md 2.6). */
export const APPROVAL_TYPES = ["none", "plan_confirm", "exec_escalation", "mount_access", "data_export"] as const;
export const approvalTypeSchema = z.enum(APPROVAL_TYPES);
export type ApprovalType = z.infer<typeof approvalTypeSchema>;

export const SENSITIVITIES = ["public", "internal", "local"] as const;
/** The four security levels, lowest first (domain.md 2.1). */
export const SECURITY_LEVELS = ["deny", "allowlist", "sandboxed", "full"] as const;
export const FILE_ACCESSES = ["none", "global_read", "scoped_read", "scoped_write"] as const;
export const SCOPE_CHECKS = ["none", "workspace", "scoped", "mount_required"] as const;

export const sensitivitySchema = z.enum(SENSITIVITIES);
export type Sensitivity = z.infer<typeof sensitivitySchema>;

export const CAPABILITY_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const stepSchema = z.looseObject({
  id: z.string().min(1).describe("Unique within the contract; an llm step is called by this id."),
  kind: z.enum(["code", "llm", "capability"]),
  file: z.string().optional().describe("code step of a forge: impl/<id>.mjs when left out."),
  capability: z.string().optional().describe("capability step: the name of the capability to run."),
  prompt: z
    .string()
    .optional()
    .describe("llm step: path of the prompt template inside the folder, with {key} placeholders."),
  model: z.string().optional().describe("llm step: provider/model; left out, the model of Settings answers."),
  max_tokens: z.number().int().positive().optional(),
  input: jsonObjectSchema
    .optional()
    .describe("Maps {{input.x}}, {{steps.<id>.output.y}} and {{<name>.y}}; left out, the previous output."),
  output_as: z.string().optional().describe("A name for this step's output: {{<name>.y}} in the steps after it."),
  loop_over: z
    .string()
    .optional()
    .describe(
      "Path of a list, such as input.tickets: the step runs once an item, {{item}}; its output is the list of outputs.",
    ),
});
export type Step = z.infer<typeof stepSchema>;

export const treeMetadataSchema = z.looseObject({
  group: z.string().optional(),
  runtime: z
    .looseObject({
      owner: z.string().optional(),
      enabled_when: z.string().optional(),
      subagent_scope: z
        .string()
        .optional()
        .describe('Only the sub-agent of this type may use it, e.g. "media"; "" is everybody\'s.'),
      dynamic: z.boolean().optional().describe("Registered while the server runs."),
      name_prefix: z.string().optional().describe("Dynamic group: names that begin so belong to it."),
      discovery_source: z.string().optional(),
      provider_id: z.string().optional(),
      list_method: z.string().optional(),
    })
    .optional(),
  prompt: z
    .looseObject({
      summary: z.string().optional(),
      sort_order: z.number().optional(),
      usage_guide: z.string().optional(),
      delegation: z.string().optional(),
      group_intro: z.string().optional(),
      group_intro_zh: z.string().optional().describe("The same in Chinese; groups only."),
    })
    .optional(),
  routing: z
    .looseObject({
      min_tier: intentTierSchema.optional(),
      exclude_from: z.array(intentTierSchema).optional(),
      intent_keywords: z
        .looseObject({ zh: z.array(z.string()).optional(), en: z.array(z.string()).optional() })
        .optional(),
      intent_priority: z.number().int().optional(),
    })
    .optional(),
  perms: z
    .looseObject({
      min_security_level: z.enum(SECURITY_LEVELS).optional(),
      file_access: z.enum(FILE_ACCESSES).optional(),
      approval_type: approvalTypeSchema.optional(),
      scope_check: z.enum(SCOPE_CHECKS).optional(),
      escalation_hints: z
        .looseObject({
          default_requested_level: z.string().optional(),
          default_ttl_minutes: z.number().optional(),
          default_mount_mode: z.enum(["ro", "rw"]).optional(),
          needs_originator: z.boolean().optional(),
          needs_run_session: z.boolean().optional(),
        })
        .optional(),
    })
    .optional(),
  skills: z
    .looseObject({
      bindable: z.boolean().optional().describe("Whether a SKILL.md may bind itself to it (domain.md 2.8)."),
      bound_skills: z.array(z.string()).optional(),
      guidance: z.string().optional(),
    })
    .optional(),
  display: z
    .looseObject({
      icon: z.string().optional(),
      title: z.string().optional(),
      label: z.string().optional(),
      verb: z.string().optional(),
      detail_keys: z.string().optional(),
    })
    .optional(),
  policy: z
    .looseObject({
      policy_groups: z.array(z.string()).optional(),
      profiles: z.array(z.string()).optional(),
      wizard_group: z.string().optional(),
    })
    .optional(),
});
export type TreeMetadata = z.infer<typeof treeMetadataSchema>;

export const LOOP_ACTIONS = [
  "directly_answer",
  "require_tool",
  "directly_call_tool",
  "require_ai_blueprint",
  "load_capability",
  "finish",
] as const;
export const loopActionSchema = z.enum(LOOP_ACTIONS);
export type LoopAction = z.infer<typeof loopActionSchema>;

/** What makes a capability a focus mode: another loop with its own instructions, actions and capabilities. */
export const loopSettingsSchema = z.looseObject({
  instructions: z.string().describe("What this loop is for; the PERSISTENT section of every prompt."),
  actions: z.array(loopActionSchema).optional().describe("Allowed actions; left out, all of them."),
  capabilities: z
    .array(z.string())
    .optional()
    .describe("Names of capabilities the loop may use; left out, the whole catalog."),
  max_iterations: z.number().int().positive().optional(),
  verification: z.boolean().optional(),
  hidden: z.boolean().optional().describe("Runnable but in no list (domain.md 1.2)."),
});
export type LoopSettings = z.infer<typeof loopSettingsSchema>;

/** JSON Schemas may be booleans (legal since draft-06; field-notes 2). */
export const jsonSchemaSchema = z.union([z.boolean(), jsonObjectSchema]);
export type JsonSchema = z.infer<typeof jsonSchemaSchema>;

export const contractSchema = z.looseObject({
  name: z.string().regex(CAPABILITY_NAME, "lower-case letters, digits, hyphen and underscore; at most 64"),
  version: z.string().default("0.0.0"),
  type: capabilityTypeSchema.optional(),
  sensitivity: sensitivitySchema.default("public"),
  status: z
    .enum(["draft", "trusted"])
    .default("draft")
    .describe("What the file claims; what counts is the record of its digest."),
  description: z.string().default("").describe("What it does, in one sentence."),
  when: z
    .string()
    .default("")
    .describe("In which situations it should be chosen; printed beside the description in every prompt."),
  contract: z.looseObject({ input: jsonSchemaSchema.optional(), output: jsonSchemaSchema.optional() }).default({}),
  steps: z.array(stepSchema).default([]),
  output_map: jsonObjectSchema
    .optional()
    .describe(
      "forge: makes the output out of its input and the outputs of its steps; left out, it is the last output.",
    ),
  uses: z.array(z.looseObject({ capability: z.string(), step: z.string().optional() })).default([]),
  requires: z
    .array(z.string())
    .default([])
    .describe("Host services the code may call by rpc: clock, config, http_client, logger, ticket_api."),
  limits: z
    .looseObject({
      max_llm_calls: z.number().int().nonnegative().optional(),
      timeout_ms: z.number().int().positive().optional(),
      max_output_bytes: z.number().int().positive().optional(),
    })
    .default({}),
  idempotency: z.looseObject({ ttl_ms: z.number().int().positive() }).optional(),
  evidence: z.looseObject({ cases: z.string().optional(), utterances: z.array(z.string()).optional() }).default({}),
  tree: treeMetadataSchema.default({}),
  loop: loopSettingsSchema.optional(),
});

/** A parsed contract with every default filled in and `type` decided. */
export type Contract = z.infer<typeof contractSchema> & { type: CapabilityType };

/** Limits when the contract names none (sandbox.md 5; design.md 4). Milliseconds, bytes, calls. */
export const DEFAULT_LIMITS = { maxLlmCalls: 8, timeoutMs: 30_000, maxOutputBytes: 1_048_576 } as const;

/** One finding about a file, at a place a person can go to. Lines and columns count from 1. */
export type ContractIssue = {
  severity: "error" | "warning";
  code: string;
  message: string;
  file: string;
  /** Dotted path inside the document, "" for the whole. */
  path: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** What to type instead, where known. */
  fix?: string;
};

/** The files of one capability by path relative to its folder, with `/` between parts. */
export type CapabilityFiles = ReadonlyMap<string, Uint8Array>;

/** What counts of a digest; only a person makes it trusted (design.md 1). */
export type TrustState = "draft" | "trusted";
