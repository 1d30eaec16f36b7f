import type { Contract, TreeMetadata, TrustState } from "#server/capability/contract";
import { findStaticTool } from "./default-tools";
import type { TreeNode } from "./node";

function isCallable({ type }: Contract): boolean {
  return type === "tool" || type === "forge";
}

/** What a contract without tree data gets (design.md 4): sandboxed code has no side effects, so a question may use it. */
function toOwnMetadata(contract: Contract, group: string): TreeMetadata {
  const { tree } = contract;
  const approval = tree.perms?.approval_type ?? "none";
  return {
    ...tree,
    group,
    runtime: { owner: "sandbox", enabled_when: "always", subagent_scope: "", ...tree.runtime, dynamic: true },
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
    skills: { bindable: isCallable(contract), bound_skills: [], ...tree.skills },
    display: { title: contract.name, verb: "Run", ...tree.display },
    policy: { policy_groups: [`group:${group}`], profiles: ["full"], ...tree.policy },
  };
}

/**
 * What a built-in's place says with the capability that fills it. The place keeps its group, its scope and the words that
 * classify a message, since a contract of a root must not move what other messages may use; of the rest the contract's own
 * `tree` says what is different.
 */
function toFilledMetadata({ parent, metadata }: TreeNode, contract: Contract): TreeMetadata {
  const { tree } = contract;
  const { intent_keywords: words, intent_priority: priority } = metadata.routing ?? {};
  return {
    ...metadata,
    ...tree,
    group: parent,
    runtime: {
      ...metadata.runtime,
      owner: "sandbox",
      enabled_when: "always",
      ...tree.runtime,
      subagent_scope: metadata.runtime?.subagent_scope ?? "",
      dynamic: false,
    },
    prompt: { ...metadata.prompt, ...tree.prompt },
    routing: { ...metadata.routing, ...tree.routing, intent_keywords: words, intent_priority: priority },
    perms: { ...metadata.perms, ...tree.perms },
    skills: { ...metadata.skills, ...(isCallable(contract) ? {} : { bindable: false }), ...tree.skills },
    display: { ...metadata.display, ...tree.display },
    policy: { ...metadata.policy, ...tree.policy },
  };
}

/**
 * The group a capability stands in: that of the built-in whose name it has, else the one it names. Without either it stands
 * where its kind is looked for: another loop among the sub-agents, the rest among the composed.
 */
export function groupOf(contract: Contract): string {
  const place = findStaticTool(contract.name);
  if (place) return place.parent;
  const named = contract.tree.group?.replace(/^\/+|\/+$/g, "").trim();
  if (named) return named;
  return contract.type === "focus_mode" ? "subagents" : "composed";
}

/** The seven dimensions of a capability with every default filled in: design.md 4, or those of the built-in it stands for. */
export function deriveMetadata(contract: Contract): TreeMetadata {
  const place = findStaticTool(contract.name);
  return place ? toFilledMetadata(place, contract) : toOwnMetadata(contract, groupOf(contract));
}

/**
 * The place of a capability in the tree. One with the name of a tool of the default tree has that tool's place; any other is
 * dynamic, since roots are read while the server runs.
 */
export function deriveNode(entry: {
  contract: Contract;
  state?: TrustState;
  disabled?: TreeNode["disabled"];
}): TreeNode {
  const { contract, state, disabled } = entry;
  const group = groupOf(contract);
  return {
    id: `${group}/${contract.name}`,
    name: contract.name,
    kind: contract.type === "focus_mode" ? "subagent" : (findStaticTool(contract.name)?.kind ?? "tool"),
    parent: group,
    source: "capability",
    type: contract.type,
    ...(state ? { state } : {}),
    metadata: deriveMetadata(contract),
    ...(disabled ? { disabled } : {}),
  };
}
