import type { Contract, TreeMetadata } from "#server/capability/contract";
import { toGroupNode } from "./default-tree";
import type { TreeNode } from "./node";

/** What a contract without tree data gets (design.md 4): sandboxed code has no side effects, so a question may use it. */
function toMetadata(contract: Contract, group: string): TreeMetadata {
  const { tree } = contract;
  const approval = tree.perms?.approval_type ?? "none";
  const isCallable = contract.type === "tool" || contract.type === "forge";
  return {
    ...tree,
    group,
    runtime: { owner: "sandbox", enabled_when: "always", subagent_scope: "", ...tree.runtime },
    prompt: { summary: contract.description, sort_order: 100, ...tree.prompt },
    routing: {
      min_tier: approval === "none" ? "question" : "task_write",
      exclude_from: [],
      intent_keywords: { zh: [], en: [] },
      intent_priority: 0,
      ...tree.routing,
    },
    perms: {
      min_security_level: "sandboxed",
      file_access: "none",
      scope_check: "none",
      ...tree.perms,
      approval_type: approval,
    },
    skills: { bindable: isCallable, bound_skills: [], ...tree.skills },
    display: { title: contract.name, verb: "Run", ...tree.display },
    policy: { policy_groups: [`group:${group}`], profiles: ["full"], ...tree.policy },
  };
}

/** A capability without a group stands where its kind is looked for: another loop among the sub-agents, the rest among the composed. */
export function groupOf(contract: Contract): string {
  const named = contract.tree.group?.replace(/^\/+|\/+$/g, "").trim();
  if (named) return named;
  return contract.type === "focus_mode" ? "subagents" : "composed";
}

/** The place of a capability in the tree, with every default of design.md 4 filled in. */
export function deriveNode(entry: { contract: Contract; disabled?: TreeNode["disabled"] }): TreeNode {
  const { contract } = entry;
  const group = groupOf(contract);
  return {
    id: `${group}/${contract.name}`,
    name: contract.name,
    kind: contract.type === "focus_mode" ? "subagent" : "tool",
    parent: group,
    source: "capability",
    metadata: toMetadata(contract, group),
    ...(entry.disabled ? { disabled: entry.disabled } : {}),
  };
}

/** The groups, outermost first, that a node's parent path needs and `known` does not hold. */
export function deriveMissingGroups(parent: string, known: ReadonlySet<string>): TreeNode[] {
  const parts = parent.split("/");
  return parts
    .map((_, index) => parts.slice(0, index + 1).join("/"))
    .filter((id) => id !== "" && !known.has(id))
    .map((id) => toGroupNode(id));
}
