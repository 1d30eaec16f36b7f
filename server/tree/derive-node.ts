import type { Contract, TreeMetadata, TrustState } from "#server/capability/contract";
import type { TreeNode } from "./node";

/** What a contract without tree data gets (design.md 4): sandboxed code has no side effects, so a question may use it. */
function toMetadata(contract: Contract, group: string): TreeMetadata {
  const { tree } = contract;
  const approval = tree.perms?.approval_type ?? "none";
  const isCallable = contract.type === "tool" || contract.type === "forge";
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

type Placed = { contract: Contract; state?: TrustState; disabled?: TreeNode["disabled"] };

function toCapabilityPart({
  contract,
  state,
  disabled,
}: Placed): Pick<TreeNode, "source" | "type" | "state" | "disabled"> {
  return {
    source: "capability",
    type: contract.type,
    ...(state ? { state } : {}),
    ...(disabled ? { disabled } : {}),
  };
}

/**
 * The place of a capability in the tree, with every default of design.md 4 filled in. It is dynamic: roots are read while
 * the server runs.
 */
export function deriveNode(entry: Placed): TreeNode {
  const { contract } = entry;
  const group = groupOf(contract);
  return {
    id: `${group}/${contract.name}`,
    name: contract.name,
    kind: contract.type === "focus_mode" ? "subagent" : "tool",
    parent: group,
    ...toCapabilityPart(entry),
    metadata: toMetadata(contract, group),
  };
}

/**
 * A built-in's place with the capability that fills it. The place keeps its id, group, scope and the words that classify a
 * message, since a contract of a root must not move what other messages may use; of the rest the contract's own `tree` says
 * what is different.
 */
export function deriveFilledNode(place: TreeNode, entry: Placed): TreeNode {
  const { tree } = entry.contract;
  const { disabled: _, metadata, ...node } = place;
  return {
    ...node,
    kind: entry.contract.type === "focus_mode" ? "subagent" : place.kind,
    ...toCapabilityPart(entry),
    metadata: {
      ...metadata,
      ...tree,
      group: place.parent,
      runtime: {
        ...metadata.runtime,
        owner: "sandbox",
        enabled_when: "always",
        ...tree.runtime,
        subagent_scope: metadata.runtime?.subagent_scope ?? "",
        dynamic: false,
      },
      prompt: { ...metadata.prompt, ...tree.prompt },
      routing: {
        ...metadata.routing,
        ...tree.routing,
        intent_keywords: metadata.routing?.intent_keywords ?? {},
        intent_priority: metadata.routing?.intent_priority ?? 0,
      },
      perms: { ...metadata.perms, ...tree.perms },
      skills: { ...metadata.skills, ...tree.skills },
      display: { ...metadata.display, ...tree.display },
      policy: { ...metadata.policy, ...tree.policy },
    },
  };
}
