import { z } from "zod";
import { CAPABILITY_NAME, intentTierSchema, treeMetadataSchema } from "#server/capability/contract";

const DIMENSIONS = treeMetadataSchema.shape;

/** The seven dimensions with nothing but their known fields: a model invents no keys in somebody's contract. */
const metadataSchema = z
  .strictObject({
    runtime: z.strictObject(DIMENSIONS.runtime.unwrap().shape).optional(),
    prompt: z.strictObject(DIMENSIONS.prompt.unwrap().shape).optional(),
    routing: z.strictObject(DIMENSIONS.routing.unwrap().shape).optional(),
    perms: z.strictObject(DIMENSIONS.perms.unwrap().shape).optional(),
    skills: z.strictObject(DIMENSIONS.skills.unwrap().shape).optional(),
    display: z.strictObject(DIMENSIONS.display.unwrap().shape).optional(),
    policy: z.strictObject(DIMENSIONS.policy.unwrap().shape).optional(),
  })
  .describe("Fields of the seven dimensions to set, by dimension.");

const name = z
  .string()
  .regex(CAPABILITY_NAME, "a name is lower-case letters, digits, hyphen and underscore; at most 64");
const words = (max: number) => z.string().trim().min(1).max(max);
const reason = z.string().max(2_000).optional().describe("Why; the reviewer reads it.");

const ROUTING = DIMENSIONS.routing.unwrap().shape;

export const proposeRegisterSchema = z.object({
  action: z.literal("propose_register"),
  name,
  parent: words(256).describe("Id of the group it would stand in."),
  kind: z.enum(["tool", "subagent"]).default("tool"),
  description: words(2_000).optional(),
  metadata: metadataSchema.default({}),
  reason,
});

export const proposeUpdateSchema = z
  .object({
    action: z.literal("propose_update"),
    name,
    description: words(2_000).optional(),
    when: words(2_000).optional(),
    metadata: metadataSchema.default({}),
    remove: z
      .array(z.string().regex(/^(runtime|prompt|routing|perms|skills|display|policy)(\.[a-z_]+){1,2}$/))
      .max(50)
      .default([])
      .describe('Fields to remove, such as "prompt.usage_guide".'),
    reason,
  })
  .refine(
    ({ description, when, metadata, remove }) =>
      description !== undefined || when !== undefined || remove.length > 0 || Object.keys(metadata).length > 0,
    "nothing to change is named: give description, when, metadata or remove",
  );

export const proposeRoutingSchema = z.object({
  action: z.literal("propose_routing"),
  name,
  min_tier: intentTierSchema,
  exclude_from: ROUTING.exclude_from,
  intent_keywords: ROUTING.intent_keywords,
  intent_priority: ROUTING.intent_priority,
  reason,
});

export const proposeBindingSchema = z.object({
  action: z.literal("propose_binding"),
  skill: name.describe("The skill whose SKILL.md would be bound."),
  tool: words(256).describe("The tool it would be bound to."),
  reason,
});

/** What a model may ask people to change. Nothing of it comes into force before a person approves it in review. */
export type Proposal =
  | z.infer<typeof proposeRegisterSchema>
  | z.infer<typeof proposeUpdateSchema>
  | z.infer<typeof proposeRoutingSchema>
  | z.infer<typeof proposeBindingSchema>;

/** Where a proposal waits. */
export type ProposalReceipt = {
  submission: string;
  name: string;
  status: "waiting";
  /** Path of the page on which a person decides it. */
  path: string;
};
