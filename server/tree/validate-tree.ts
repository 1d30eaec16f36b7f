import { INTENT_TIERS } from "#server/capability/contract";
import { isAllowedInTier, isDynamic } from "./derive-tools";
import type { CapabilityTree, TreeNode } from "./node";

/** 1: a node by itself. 2: nodes among each other. 3: the tree against what the registry holds. */
export const VALIDATION_LEVELS = [1, 2, 3] as const;
export type ValidationLevel = (typeof VALIDATION_LEVELS)[number];

/** Codes of what can be wrong with a tree; stable, since scripts and tests tell findings apart by them. */
export const TREE_FINDING_CODES = [
  "summary_missing",
  "min_tier_missing",
  "min_tier_unknown",
  "owner_missing",
  "enabled_when_missing",
  "dynamic_group_incomplete",
  "exclusion_without_effect",
  "id_taken",
  "name_taken",
  "parent_missing",
  "parent_not_a_group",
  "tier_below_group",
  "dynamic_prefix_taken",
  "static_name_in_dynamic_prefix",
  "not_bindable",
  "scope_missing",
  "not_registered",
  "not_in_tree",
  "delete_beyond_multimodal",
  "policy_group_form",
] as const;
export type TreeFindingCode = (typeof TREE_FINDING_CODES)[number];

export type TreeFinding = {
  code: TreeFindingCode;
  level: ValidationLevel;
  severity: "error" | "warning";
  /** Id of the node it is about; the bare name where there is no node. */
  nodeId: string;
  message: string;
  /** What a person does about it. */
  next: string;
};

type Wrong = Omit<TreeFinding, "level" | "severity" | "nodeId"> & { severity?: TreeFinding["severity"] };

const SCOPED_TREES = "subagent_trees/";

function isCallable(node: TreeNode): boolean {
  return node.kind !== "group";
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

function findTierFaults({ metadata, source }: TreeNode): Wrong[] {
  const { min_tier: tier, exclude_from: excluded = [] } = metadata.routing ?? {};
  if (tier === undefined) {
    const message =
      source === "capability" ? "It names no least tier." : "It names no least tier, so it counts as task_multimodal.";
    return [{ code: "min_tier_missing", message, next: `Set routing.min_tier to one of ${INTENT_TIERS.join(", ")}.` }];
  }
  if (!INTENT_TIERS.includes(tier)) {
    const next = `Choose one of ${INTENT_TIERS.join(", ")}.`;
    return [
      { code: "min_tier_unknown", message: `There is no tier "${String(tier)}", so no message may use it.`, next },
    ];
  }
  const idle = excluded.filter((each) => INTENT_TIERS.indexOf(each) < INTENT_TIERS.indexOf(tier));
  if (idle.length === 0) return [];
  const message = `It is kept from ${idle.join(", ")}, which are below its least tier ${tier} anyway.`;
  return [
    { code: "exclusion_without_effect", severity: "warning", message, next: "Remove them from routing.exclude_from." },
  ];
}

function findNodeFaults(node: TreeNode): Wrong[] {
  const { prompt, runtime } = node.metadata;
  const wrong = findTierFaults(node);
  if (isBlank(prompt?.summary)) {
    const next = "Say in one line what it does, in prompt.summary.";
    wrong.push({ code: "summary_missing", message: "It has no summary, so no prompt can list it.", next });
  }
  if (!isDynamic(node) && isBlank(runtime?.owner)) {
    const next = "Set runtime.owner, for example attempt_runner.";
    wrong.push({ code: "owner_missing", message: "Nobody owns it: runtime.owner is empty.", next });
  }
  if (isBlank(runtime?.enabled_when)) {
    const next = 'Set runtime.enabled_when, "always" where nothing is needed.';
    wrong.push({ code: "enabled_when_missing", message: "It does not say when it is enabled.", next });
  }
  return wrong;
}

/** A dynamic group is judged in place of the tools it will bring (domain.md 2.5). */
function findDynamicGroupFaults({ metadata }: TreeNode): Wrong[] {
  const runtime = metadata.runtime ?? {};
  const missing = (["name_prefix", "discovery_source", "list_method"] as const).filter((key) => isBlank(runtime[key]));
  if (missing.length === 0) return [];
  const message = `The dynamic group lacks ${missing.join(", ")}, so its tools can be neither found nor told apart.`;
  return [
    { code: "dynamic_group_incomplete", message, next: `Set ${missing.map((key) => `runtime.${key}`).join(", ")}.` },
  ];
}

function validateNode(node: TreeNode): Wrong[] {
  if (isCallable(node)) return findNodeFaults(node);
  // A group that is dynamic only by holding dynamic ones has no prefix, and needs none of the rest.
  return isDynamic(node) ? findDynamicGroupFaults(node) : [];
}

/** What the rules of one node among the others look up; made once a tree. */
type Among = {
  byId: ReadonlyMap<string, readonly TreeNode[]>;
  byName: ReadonlyMap<string, readonly TreeNode[]>;
  dynamicGroups: readonly { id: string; prefix: string }[];
};

function groupBy(
  nodes: readonly TreeNode[],
  key: (node: TreeNode) => string,
): ReadonlyMap<string, readonly TreeNode[]> {
  const grouped = new Map<string, TreeNode[]>();
  for (const node of nodes) {
    const held = grouped.get(key(node));
    if (held) held.push(node);
    else grouped.set(key(node), [node]);
  }
  return grouped;
}

function lookAmong({ nodes }: CapabilityTree): Among {
  return {
    byId: groupBy(nodes, ({ id }) => id),
    byName: groupBy(nodes.filter(isCallable), ({ name }) => name),
    dynamicGroups: nodes.flatMap(({ id, kind, metadata }) => {
      const prefix = metadata.runtime?.name_prefix;
      return kind === "group" && prefix ? [{ id, prefix }] : [];
    }),
  };
}

function findPlaceFaults(node: TreeNode, { byId, byName }: Among): Wrong[] {
  const wrong: Wrong[] = [];
  if (byId.get(node.id)?.[0] !== node) {
    wrong.push({ code: "id_taken", message: "Another node has this id.", next: "Give one of them another id." });
  }
  const first = isCallable(node) ? byName.get(node.name)?.[0] : node;
  if (first !== undefined && first !== node) {
    const message = `The name "${node.name}" is that of ${first.id} too, and a model calls by name.`;
    wrong.push({ code: "name_taken", message, next: "Give one of them another name." });
  }
  if (node.parent === "") return wrong;
  const parent = byId.get(node.parent)?.[0];
  if (parent === undefined) {
    const next = "Add the group, or name another parent.";
    wrong.push({ code: "parent_missing", message: `Its group "${node.parent}" does not exist.`, next });
  } else if (parent.kind !== "group") {
    const message = `"${node.parent}" is not a group, so nothing can stand under it.`;
    wrong.push({ code: "parent_not_a_group", message, next: "Name a group as its parent." });
  }
  return wrong;
}

function findGroupTierFaults(node: TreeNode, { byId }: Among): Wrong[] {
  const groupTier = byId.get(node.parent)?.[0]?.metadata.routing?.min_tier;
  const tier = node.metadata.routing?.min_tier;
  if (groupTier === undefined || tier === undefined) return [];
  if (INTENT_TIERS.indexOf(tier) >= INTENT_TIERS.indexOf(groupTier)) return [];
  const message = `It begins at ${tier}, its group ${node.parent} only at ${groupTier}.`;
  return [{ code: "tier_below_group", message, next: `Raise its routing.min_tier to ${groupTier}.` }];
}

function findPrefixFaults(node: TreeNode, { dynamicGroups }: Among): Wrong[] {
  if (node.kind === "group") {
    const prefix = node.metadata.runtime?.name_prefix;
    const first = dynamicGroups.find((group) => group.prefix === prefix);
    if (first === undefined || first.id === node.id) return [];
    const message = `The prefix "${prefix}" is that of ${first.id} too, so a name tells nobody whose rules count.`;
    return [{ code: "dynamic_prefix_taken", message, next: "Give each dynamic group a prefix of its own." }];
  }
  const group = dynamicGroups.find(({ prefix }) => node.name.startsWith(prefix));
  if (group === undefined || (isDynamic(node) && node.parent === group.id)) return [];
  const message = `Its name begins with "${group.prefix}", which belongs to the tools of ${group.id}.`;
  return [{ code: "static_name_in_dynamic_prefix", message, next: "Give it another name." }];
}

/** Sub-agents and the host's own meta tools run the loop itself; the words of a skill have no business in them. */
function findBindableFaults(node: TreeNode): Wrong[] {
  const isOwn = node.kind === "subagent" || (node.parent === "meta" && node.source !== "capability");
  if (!isOwn || node.metadata.skills?.bindable !== true) return [];
  const message = "A skill could bind itself to it, and sub-agents and meta tools take no skill.";
  return [{ code: "not_bindable", message, next: "Set skills.bindable to false." }];
}

function findScopeFaults(node: TreeNode): Wrong[] {
  if (!isCallable(node) || !node.parent.startsWith(SCOPED_TREES)) return [];
  const scope = node.parent.slice(SCOPED_TREES.length);
  if (node.metadata.runtime?.subagent_scope === scope) return [];
  const message = `It stands under ${node.parent} and is not of the scope "${scope}", so the main agent sees it.`;
  return [{ code: "scope_missing", message, next: `Set runtime.subagent_scope to ${scope}.` }];
}

function validatePlace(node: TreeNode, among: Among): Wrong[] {
  return [
    ...findPlaceFaults(node, among),
    ...findGroupTierFaults(node, among),
    ...findPrefixFaults(node, among),
    ...findBindableFaults(node),
    ...findScopeFaults(node),
  ];
}

function validateAgainstRegistry(node: TreeNode, registered: ReadonlySet<string>): Wrong[] {
  const wrong: Wrong[] = [];
  if (isCallable(node) && node.disabled === undefined && !registered.has(node.name)) {
    const next = "Register an implementation, or disable the node and say what would enable it.";
    wrong.push({ code: "not_registered", message: "Nothing implements it, and it does not say so.", next });
  }
  if (isAllowedInTier(node, "task_delete") && !isAllowedInTier(node, "task_multimodal")) {
    const message = "task_delete may use it and task_multimodal, which may use everything, may not.";
    const next = "Remove task_multimodal from its routing.exclude_from.";
    wrong.push({ code: "delete_beyond_multimodal", message, next });
  }
  for (const group of node.metadata.policy?.policy_groups ?? []) {
    if (/^group:./.test(group)) continue;
    const message = `"${group}" is no policy group: each begins with "group:".`;
    wrong.push({
      code: "policy_group_form",
      message,
      next: `Write "group:${group.replace(/^group:/, "") || "name"}".`,
    });
  }
  return wrong;
}

function findUnplaced({ nodes }: CapabilityTree, registered: ReadonlySet<string>): TreeFinding[] {
  const names = new Set(nodes.filter(isCallable).map(({ name }) => name));
  return [...registered]
    .filter((name) => !names.has(name))
    .map((name) => ({
      code: "not_in_tree",
      level: 3,
      severity: "error",
      nodeId: name,
      message: "It is registered and has no node in the tree, so nothing lists or allows it.",
      next: "Give it a place in the tree.",
    }));
}

function toFindings(node: TreeNode, level: ValidationLevel, wrong: readonly Wrong[]): TreeFinding[] {
  return wrong.map(({ severity = "error", ...fault }) => ({ ...fault, level, severity, nodeId: node.id }));
}

/**
 * Everything that is wrong with a tree, in tree order within each level (domain.md 2.7). `level` 0 is all levels, 1 to 3
 * that one alone. `registered` are the names of what has an implementation: host tools that are loaded, and capabilities
 * of roots. That a tier never loses a tool to a higher one unless it is excluded holds by `isAllowedInTier` itself.
 */
export function validateTree(
  tree: CapabilityTree,
  { level, registered }: { level: ValidationLevel | 0; registered: ReadonlySet<string> },
): TreeFinding[] {
  const among = lookAmong(tree);
  const rules: Record<ValidationLevel, (node: TreeNode) => Wrong[]> = {
    1: validateNode,
    2: (node) => validatePlace(node, among),
    3: (node) => validateAgainstRegistry(node, registered),
  };
  const levels = VALIDATION_LEVELS.filter((each) => level === 0 || level === each);
  const found = levels.flatMap((each) => tree.nodes.flatMap((node) => toFindings(node, each, rules[each](node))));
  return levels.includes(3) ? [...found, ...findUnplaced(tree, registered)] : found;
}
