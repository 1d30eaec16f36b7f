import { z } from "zod";
import { intentTierSchema } from "#server/capability/contract";
import type { HostToolContext } from "#server/tools/host-tool";
import {
  type Proposal,
  proposeBindingSchema,
  proposeRegisterSchema,
  proposeRoutingSchema,
  proposeUpdateSchema,
} from "./proposal";

type ManageContext = Pick<HostToolContext, "introspection" | "propose">;

/** One thing the tool can do: what it takes beside `action`, and its answer. */
export type ManageAction = {
  /** Names of the arguments it reads; others have no effect. */
  reads: readonly string[];
  /** Throws ZodError for arguments that do not fit, AppError for what cannot be answered. */
  run(input: unknown, context: ManageContext): Promise<unknown>;
};

function toRead<Shape extends z.ZodRawShape>(
  shape: Shape,
  answer: (input: z.infer<z.ZodObject<Shape>>, introspection: ManageContext["introspection"]) => unknown,
): ManageAction {
  const schema = z.object(shape);
  return {
    reads: Object.keys(shape),
    run: async (input, { introspection }) => answer(schema.parse(input), introspection),
  };
}

function toWrite(schema: z.ZodType<Proposal>, reads: readonly string[]): ManageAction {
  return { reads, run: async (input, { propose }) => propose(schema.parse(input)) };
}

const name = z.string().min(1).max(256);
const level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/**
 * Everything `capability_manage` can do (domain.md 2.7, seed 004). Those that begin with `propose_` put something into the
 * review queue; the others only read. There is no action that approves, trusts or applies, and there will be none.
 */
export const MANAGE_ACTIONS: ReadonlyMap<string, ManageAction> = new Map(
  Object.entries({
    list_groups: toRead({}, (_, tree) => tree.listGroups()),
    list_tools: toRead({ group: name }, ({ group }, tree) => tree.listTools(group)),
    describe_tool: toRead({ name }, (input, tree) => tree.describeTool(input.name)),
    subtrees: toRead({}, (_, tree) => tree.subtrees()),
    tree: toRead(
      { node_id: name.optional(), depth: z.number().int().min(0).max(64).default(0) },
      ({ node_id: node, depth }, tree) => tree.tree({ depth, ...(node === undefined ? {} : { node }) }),
    ),
    inspect: toRead({ name }, (input, tree) => tree.inspect(input.name)),
    validate: toRead({ level: level.default(0) }, (input, tree) => tree.validate(input.level)),
    diagnose: toRead(
      { name, utterance: z.string().max(20_000).optional(), tier: intentTierSchema.optional() },
      ({ utterance, tier, ...input }, tree) =>
        tree.diagnose({
          ...input,
          ...(utterance === undefined ? {} : { utterance }),
          ...(tier === undefined ? {} : { tier }),
        }),
    ),
    generate_prompt: toRead({ tier: intentTierSchema }, ({ tier }, tree) => tree.generatePrompt(tier)),
    generate_allowlist: toRead(
      { tier: intentTierSchema, agent_type: name.optional() },
      ({ tier, agent_type: agentType }, tree) => tree.generateAllowlist(tier, agentType),
    ),
    propose_register: toWrite(proposeRegisterSchema, Object.keys(proposeRegisterSchema.shape)),
    propose_update: toWrite(proposeUpdateSchema, Object.keys(proposeUpdateSchema.shape)),
    propose_routing: toWrite(proposeRoutingSchema, Object.keys(proposeRoutingSchema.shape)),
    propose_binding: toWrite(proposeBindingSchema, Object.keys(proposeBindingSchema.shape)),
  } satisfies Record<string, ManageAction>),
);
