import { z } from "zod";
import {
  approvalTypeSchema,
  capabilityTypeSchema,
  INTENT_TIERS,
  intentTierSchema,
  treeMetadataSchema,
} from "#server/capability/contract";
import { AppError } from "#server/errors";
import { isAllowedInTier, minTierOf } from "#server/tree/derive-tools";
import type { CapabilityTree, TreeNode } from "#server/tree/node";
import { lookupByToolHint } from "#server/tree/tree-index";
import { getGroup, getNode } from "./get-node";

const { runtime, prompt, routing, perms, skills, display, policy } = treeMetadataSchema.shape;
const dimensions = z.object({ runtime, prompt, routing, perms, skills, display, policy });

/** One node as JSON prints it: its place, then the seven dimensions of domain.md 2.1. */
export const nodeInspectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["group", "tool", "subagent"]),
  type: capabilityTypeSchema.nullable(),
  parent: z.string(),
  source: z.enum(["builtin", "host", "capability"]),
  /** Trust of a capability's bytes; null for a tool that has none. A loop calls no draft. */
  state: z.enum(["trusted", "draft"]).nullable(),
  disabled: z.object({ reason: z.string(), enabled_by: z.string() }).nullable(),
  children: z.array(z.string()),
  ...dimensions.shape,
});
export type NodeInspection = z.infer<typeof nodeInspectionSchema>;

export const toolDescriptionSchema = nodeInspectionSchema.extend({
  /** As a prompt says it, with what bound skills add. */
  description: z.string(),
  /** Tiers whose messages may use it. */
  tiers: z.array(intentTierSchema),
});
export type ToolDescription = z.infer<typeof toolDescriptionSchema>;

export const toolListSchema = z.object({
  group: z.string(),
  description: z.string(),
  tools: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["tool", "subagent"]),
      type: capabilityTypeSchema,
      source: z.enum(["builtin", "host", "capability"]),
      min_tier: intentTierSchema,
      approval_type: approvalTypeSchema,
      summary: z.string(),
      state: z.enum(["trusted", "draft"]).nullable(),
      /** Why nothing can call it now; null when it can be called. */
      disabled: z.string().nullable(),
    }),
  ),
});
export type ToolList = z.infer<typeof toolListSchema>;

/** A whole node, group or not, with the ids of what stands under it. Throws not_found. */
export function inspectNode(tree: CapabilityTree, nameOrId: string): NodeInspection {
  const node = getNode(tree, nameOrId);
  const { id, name, kind, type, parent, source, state, disabled } = node;
  return {
    id,
    name,
    kind,
    type: type ?? null,
    parent,
    source,
    state: state ?? null,
    disabled: disabled ? { reason: disabled.reason, enabled_by: disabled.enabledBy } : null,
    children: tree.nodes.filter((child) => child.parent === id).map((child) => child.id),
    // Each author writes the fields in an order of their own; the answer has one.
    ...dimensions.parse(node.metadata),
  };
}

/** What is said of a tool beside its node: its own description, and the skills that are bound to it. */
export type ToolWords = (name: string) => { description: string; boundSkills: readonly string[] } | undefined;

/**
 * The seven dimensions of a tool or sub-agent, and the tiers that follow from them. Without `wordsOf` its summary is all that
 * describes it. Throws not_found, bad_input for a group.
 */
export function describeTool(tree: CapabilityTree, nameOrId: string, wordsOf?: ToolWords): ToolDescription {
  // A group of the same id, which any contract may name, does not stand before the tool that was asked for.
  const node = lookupByToolHint(tree, nameOrId) ?? getNode(tree, nameOrId);
  if (node.kind === "group") {
    const next = `list_tools {"group": "${node.id}"} lists what stands in it.`;
    throw new AppError("bad_input", `${node.id} is a group, not a tool.`, { next });
  }
  const inspection = inspectNode(tree, node.id);
  const words = wordsOf?.(node.name);
  const boundSkills = words?.boundSkills ?? [];
  return {
    ...inspection,
    ...(boundSkills.length === 0 ? {} : { skills: { ...inspection.skills, bound_skills: [...boundSkills] } }),
    description: words?.description ?? inspection.prompt?.summary ?? "",
    tiers: INTENT_TIERS.filter((tier) => isAllowedInTier(node, tier)),
  };
}

function toToolRow(node: TreeNode): ToolList["tools"][number][] {
  const { name, kind, type, source, state, metadata, disabled } = node;
  if (kind === "group") return [];
  return [
    {
      name,
      kind,
      type: type ?? "tool",
      source,
      min_tier: minTierOf(node),
      approval_type: metadata.perms?.approval_type ?? "none",
      summary: metadata.prompt?.summary ?? "",
      state: state ?? null,
      disabled: disabled?.reason ?? null,
    },
  ];
}

/** What stands directly in a group, in tree order. Throws not_found, bad_input for what is no group. */
export function listTools(tree: CapabilityTree, group: string): ToolList {
  const { id, metadata } = getGroup(tree, group);
  return {
    group: id,
    description: metadata.prompt?.group_intro_zh ?? metadata.prompt?.group_intro ?? "",
    tools: tree.nodes.filter(({ parent }) => parent === id).flatMap(toToolRow),
  };
}
