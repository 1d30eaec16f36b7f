import type { CapabilityType, TreeMetadata, TrustState } from "#server/capability/contract";

/**
 * Where a node comes from: the default tree alone (a group, or a tool nothing implements here), a host tool with an
 * implementation, or a capability of a root.
 */
export type NodeSource = "builtin" | "host" | "capability";

/** One place in the capability tree: identity and the seven dimensions (domain.md 2.1). */
export type TreeNode = {
  /** Path such as "fs/read_file". */
  id: string;
  name: string;
  kind: "group" | "tool" | "subagent";
  /** Id of the group, "" at the top. */
  parent: string;
  source: NodeSource;
  /** What a callable node is; left out on groups. A built-in or host node is a tool. */
  type?: CapabilityType;
  /** Trust of a capability of a root; nothing else has one. */
  state?: TrustState;
  metadata: TreeMetadata;
  /** Present on a node that nothing can call now, with what would enable it. */
  disabled?: { reason: string; enabledBy: string };
};

/** The whole tree, immutable; nodes in insertion order, which is display order. */
export type CapabilityTree = {
  readonly nodes: readonly TreeNode[];
};
