import type { ApprovalType, IntentTier, TreeMetadata } from "#server/capability/contract";
import { toParentId } from "../group-node";
import type { TreeNode } from "../node";

type Perms = NonNullable<TreeMetadata["perms"]>;

/** A tool of the default tree as its tables write it: one row of domain.md 2.5, with what seed 004 says instead. */
export type StaticTool = {
  /** Path, e.g. "fs/read_file"; the last part is the name. */
  id: string;
  kind?: "subagent";
  /** Left out: the loop itself ("attempt_runner"). */
  owner?: string;
  enabledWhen?: string;
  /** Only the sub-agent of this type may use it. */
  scope?: string;
  summary: string;
  usageGuide?: string;
  /** When the main agent hands work to it; sub-agents only. */
  delegation?: string;
  minTier: IntentTier;
  excludeFrom?: IntentTier[];
  /** Words that bring a message to it; with a priority they decide the tier (domain.md 2.4). */
  words?: { en: string[]; zh: string[] };
  /** 30 -> task_delete, 20 -> task_multimodal, 10 -> task_write; left out, its words never classify. */
  priority?: 10 | 20 | 30;
  /** Security level / file access / approval / scope check, in the order of the table. */
  perms: readonly [
    NonNullable<Perms["min_security_level"]>,
    NonNullable<Perms["file_access"]>,
    ApprovalType,
    NonNullable<Perms["scope_check"]>,
  ];
  escalationHints?: Perms["escalation_hints"];
  bindable?: false;
  /** Icon is a lucide name. */
  display: { icon: string; title: string; verb: string; detail_keys?: string };
  policyGroups: string[];
  profiles: string[];
  /** Why nothing can call it here, and, where there is one, another way to enable it than a capability of its name. */
  missing: { reason: string; enabledBy?: string };
};

/** Reads "a | b" as a list, so that a row of words stays one line. */
export function toWords(text: string): string[] {
  return text.split("|").map((word) => word.trim());
}

/**
 * The node of a static tool with all seven dimensions filled in. It is disabled until a host tool or a capability of a root
 * takes its place.
 */
export function toStaticNode(tool: StaticTool, order: number): TreeNode {
  const [security, file, approval, scopeCheck] = tool.perms;
  const name = tool.id.slice(tool.id.lastIndexOf("/") + 1);
  const takesPlace = `A capability named "${name}" in a root takes its place.`;
  const isBindable = tool.bindable ?? tool.kind !== "subagent";
  return {
    id: tool.id,
    name,
    kind: tool.kind ?? "tool",
    parent: toParentId(tool.id),
    source: "builtin",
    type: "tool",
    metadata: {
      group: toParentId(tool.id),
      runtime: {
        owner: tool.owner ?? "attempt_runner",
        enabled_when: tool.enabledWhen ?? "always",
        subagent_scope: tool.scope ?? "",
      },
      prompt: {
        summary: tool.summary,
        sort_order: order,
        ...(tool.usageGuide === undefined ? {} : { usage_guide: tool.usageGuide }),
        ...(tool.delegation === undefined ? {} : { delegation: tool.delegation }),
      },
      routing: {
        min_tier: tool.minTier,
        exclude_from: tool.excludeFrom ?? [],
        intent_keywords: { zh: tool.words?.zh ?? [], en: tool.words?.en ?? [] },
        intent_priority: tool.priority ?? 0,
      },
      perms: {
        min_security_level: security,
        file_access: file,
        approval_type: approval,
        scope_check: scopeCheck,
        ...(tool.escalationHints === undefined ? {} : { escalation_hints: tool.escalationHints }),
      },
      skills: { bindable: isBindable, bound_skills: [] },
      display: tool.display,
      policy: { policy_groups: tool.policyGroups, profiles: tool.profiles },
    },
    disabled: {
      reason: tool.missing.reason,
      enabledBy: tool.missing.enabledBy === undefined ? takesPlace : `${tool.missing.enabledBy} ${takesPlace}`,
    },
  };
}
