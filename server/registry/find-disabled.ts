import type { HostTool } from "#server/tools/host-tool";
import type { CapabilityTree, TreeNode } from "#server/tree/node";
import { type Dependent, type Disabled, deriveLoadOrder } from "./load-order";

/** Why nothing may call a winner or a host tool of the name; the two may have the same names. */
export type FoundDisabled = { entries: ReadonlyMap<string, Disabled>; hostTools: ReadonlyMap<string, Disabled> };

type Sources = {
  winners: ReadonlyMap<string, Dependent>;
  hostTools: readonly HostTool[];
  /** Why a host tool is not loaded, by name. */
  hostProblems: ReadonlyMap<string, Disabled>;
  /** Names of the services that code may require. */
  hostServices: readonly string[];
};

function toDependent({ capability, uses, requires }: HostTool, problem: Disabled | undefined): Dependent {
  return {
    name: capability.name,
    contract: {
      uses: (uses ?? []).map((name) => ({ capability: name })),
      steps: [],
      requires: [...(requires ?? [])],
    },
    ...(problem ? { disabled: problem } : {}),
  };
}

/** Winners and host tools under one name each; a name that both have means the host tool. */
function toDependents({ winners, hostTools, hostProblems }: Sources): Map<string, Dependent> {
  const all = new Map(winners);
  for (const tool of hostTools) {
    const { name } = tool.capability;
    all.set(name, toDependent(tool, hostProblems.get(name)));
  }
  return all;
}

/**
 * Who cannot be used and why: what the load order finds, a host tool that could not be loaded, and with it what uses it.
 * A capability of a root with the name of a host tool is disabled: that name is the host's.
 */
export function findDisabled(sources: Sources): FoundDisabled {
  const { winners, hostTools, hostServices } = sources;
  const { disabled } = deriveLoadOrder(toDependents(sources), new Set(hostServices));
  const entries = new Map(disabled);
  const ofHost = new Map<string, Disabled>();
  for (const { capability } of hostTools) {
    const { name } = capability;
    const reason = disabled.get(name);
    if (reason) ofHost.set(name, reason);
    entries.delete(name);
    if (!winners.has(name)) continue;
    entries.set(name, {
      reason: `"${name}" is the name of a built-in tool.`,
      enabledBy: "Give the capability another name.",
      cause: { code: "name_of_built_in", key: "name", word: name },
    });
  }
  return { entries, hostTools: ofHost };
}

/**
 * Host tools in the order in which they are loaded, each after those it uses, without those that cannot be loaded whatever
 * their `onLoad` does: what they use is disabled or missing, or nobody provides a service they require.
 */
export function findLoadable(sources: Omit<Sources, "hostProblems">): HostTool[] {
  const tools = new Map(sources.hostTools.map((tool) => [tool.capability.name, tool]));
  const all = toDependents({ ...sources, hostProblems: new Map() });
  const { order, disabled } = deriveLoadOrder(all, new Set(sources.hostServices), tools.keys());
  return order.flatMap((name) => {
    const tool = tools.get(name);
    return tool === undefined || disabled.has(name) ? [] : [tool];
  });
}

/** The tree with the reason at every host tool that is not loaded. */
export function markHostTools(tree: CapabilityTree, disabledBy: ReadonlyMap<string, Disabled>): CapabilityTree {
  if (disabledBy.size === 0) return tree;
  const mark = (node: TreeNode): TreeNode => {
    const disabled = node.source === "host" ? disabledBy.get(node.name) : undefined;
    return disabled ? { ...node, disabled } : node;
  };
  return { ...tree, nodes: tree.nodes.map(mark) };
}
