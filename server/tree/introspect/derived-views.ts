import { z } from "zod";
import { type IntentTier, intentTierSchema, treeMetadataSchema } from "#server/capability/contract";
import { dynamicGroups } from "#server/tree/derive-dynamic";
import {
  displaySpecs,
  intentKeywordsForTier,
  policyGroups,
  profiles,
  toFlatRegistry,
  wizardGroups,
} from "#server/tree/derive-policy";
import { delegationEntries, groupIntrosForTier, scopedToolSummaries } from "#server/tree/derive-summaries";
import { allStaticTools, bindableTools, toolsForAgentScope } from "#server/tree/derive-tools";
import type { CapabilityTree, TreeNode } from "#server/tree/node";

const displaySchema = treeMetadataSchema.shape.display.unwrap();
const namesByKey = z.record(z.string(), z.array(z.string()));

/** Everything that follows from a tree for one tier and one scope, by the names of domain.md 2.3. */
export const derivedViewsSchema = z.object({
  tier: intentTierSchema,
  scope: z.string(),
  all_static_tools: z.array(z.string()),
  dynamic_groups: z.array(z.object({ group: z.string(), prefix: z.string() })),
  bindable_tools: z.array(z.string()),
  tools_for_agent_scope: z.array(z.string()),
  tool_summaries: z.array(z.object({ name: z.string(), summary: z.string() })),
  group_intros: z.array(z.object({ group: z.string(), intro: z.string() })),
  delegation_entries: z.array(z.object({ name: z.string(), delegation: z.string() })),
  intent_keywords: z.object({ zh: z.array(z.string()), en: z.array(z.string()) }),
  policy_groups: namesByKey,
  profiles: namesByKey,
  wizard_groups: namesByKey,
  display_specs: z.record(z.string(), displaySchema),
  registry: z.array(
    z.object({
      name: z.string(),
      group: z.string(),
      kind: z.enum(["tool", "subagent"]),
      owner: z.string(),
      dynamic: z.boolean(),
      min_tier: intentTierSchema,
      exclude_from: z.array(intentTierSchema),
      approval_type: z.string(),
      min_security_level: z.string(),
      bindable: z.boolean(),
    }),
  ),
});
export type DerivedViews = z.infer<typeof derivedViewsSchema>;

const namesOf = (nodes: readonly TreeNode[]): string[] => nodes.map(({ name }) => name);

function toRecord(groups: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries([...groups].map(([key, names]) => [key, [...names]]));
}

/** All derived views side by side; `scope` "" is the main agent. */
export function deriveViews(tree: CapabilityTree, { tier, scope }: { tier: IntentTier; scope: string }): DerivedViews {
  return {
    tier,
    scope,
    all_static_tools: namesOf(allStaticTools(tree)),
    dynamic_groups: dynamicGroups(tree).map(({ id, metadata }) => ({
      group: id,
      prefix: metadata.runtime?.name_prefix ?? "",
    })),
    bindable_tools: namesOf(bindableTools(tree)),
    tools_for_agent_scope: namesOf(toolsForAgentScope(tree, scope)),
    tool_summaries: scopedToolSummaries(tree, scope),
    group_intros: groupIntrosForTier(tree, tier),
    delegation_entries: delegationEntries(tree),
    intent_keywords: intentKeywordsForTier(tree, tier),
    policy_groups: toRecord(policyGroups(tree)),
    profiles: toRecord(profiles(tree)),
    wizard_groups: toRecord(wizardGroups(tree)),
    // Each author writes the fields in an order of their own; the answer has one.
    display_specs: Object.fromEntries([...displaySpecs(tree)].map(([name, spec]) => [name, displaySchema.parse(spec)])),
    registry: toFlatRegistry(tree).map((row) => ({ ...row, exclude_from: [...row.exclude_from] })),
  };
}
