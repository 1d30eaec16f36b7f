import type { TreeMetadata } from "#server/capability/contract";
import { addNodes } from "./add-node";
import type { CapabilityTree, TreeNode } from "./node";

type Group = { id: string; title: string; icon: string; intro: string };

/** The groups in display order. Icons are lucide names. */
const GROUPS: readonly Group[] = [
  { id: "runtime", title: "Runtime", icon: "terminal", intro: "Runs commands." },
  { id: "fs", title: "Files", icon: "folder", intro: "Reads and writes files and what is in them." },
  { id: "web", title: "Web", icon: "globe", intro: "Looks things up on the web and reads addresses." },
  { id: "ui", title: "Browser and canvas", icon: "app-window", intro: "Drives a browser or a canvas." },
  { id: "memory", title: "Memory", icon: "brain", intro: "Remembers and recalls." },
  { id: "system", title: "System", icon: "settings-2", intro: "Schedules, gateways and the machine." },
  { id: "messaging", title: "Messaging", icon: "message-square", intro: "Sends messages to channels." },
  { id: "sessions", title: "Sessions", icon: "users", intro: "Other sessions and the skills they share." },
  { id: "ai", title: "AI", icon: "sparkles", intro: "Asks other models." },
  { id: "media", title: "Media", icon: "paperclip", intro: "Delivers files and mail." },
  { id: "meta", title: "Meta", icon: "network", intro: "Lists, inspects and calls capabilities." },
  { id: "subagents", title: "Sub-agents", icon: "bot", intro: "Hands a task to another loop." },
  { id: "subagent_trees", title: "Sub-agent trees", icon: "git-fork", intro: "What only one sub-agent may use." },
  { id: "subagent_trees/media", title: "Media sub-agent", icon: "film", intro: "For the media sub-agent only." },
  { id: "subagent_trees/coder", title: "Coder sub-agent", icon: "code", intro: "For the coder sub-agent only." },
  { id: "composed", title: "Composed", icon: "layers", intro: "Made of other capabilities." },
  { id: "dynamic", title: "Dynamic", icon: "plug", intro: "Registered while the server runs." },
];

/** Last part of a path id. */
function nameOf(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

function parentOf(id: string): string {
  const slash = id.lastIndexOf("/");
  return slash === -1 ? "" : id.slice(0, slash);
}

/** A group that a capability named and the default tree does not have; it holds nothing but its place. */
export function toGroupNode(id: string, metadata: TreeMetadata = {}): TreeNode {
  return { id, name: nameOf(id), kind: "group", parent: parentOf(id), source: "builtin", metadata };
}

/**
 * The tree as it ships: all groups of the seed (domain.md 2.2, seed 004) and the host tools that have an implementation.
 * Capabilities of roots take their places in it afterwards.
 */
export function createDefaultTree(hostNodes: readonly TreeNode[]): CapabilityTree {
  const groups = GROUPS.map(({ id, title, icon, intro }, index) =>
    toGroupNode(id, { prompt: { group_intro: intro, sort_order: index }, display: { title, icon } }),
  );
  return addNodes({ nodes: [] }, [...groups, ...hostNodes]).tree;
}
