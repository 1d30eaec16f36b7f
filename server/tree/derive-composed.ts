import {
  type ApprovalType,
  FILE_ACCESSES,
  INTENT_TIERS,
  type IntentTier,
  SCOPE_CHECKS,
  SECURITY_LEVELS,
  type TreeMetadata,
} from "#server/capability/contract";

/** Approvals from the weakest to the strongest: where several apply, the strongest is asked for (domain.md 2.6). */
const APPROVALS_BY_PRIORITY: readonly ApprovalType[] = [
  "none",
  "plan_confirm",
  "data_export",
  "mount_access",
  "exec_escalation",
];

/** The last of the values in the order of a list; its first where there are none. */
function strongest<Value>(
  order: readonly [Value, ...Value[]] | readonly Value[],
  values: readonly (Value | undefined)[],
) {
  const places = values.map((value) => (value === undefined ? -1 : order.indexOf(value)));
  return order[Math.max(0, ...places)];
}

/** What the tree says of a composed tool, as far as its steps decide it. */
export type ComposedRules = Pick<TreeMetadata, "routing" | "perms">;

/**
 * What a tool that calls others asks for (domain.md 2.8): the strongest approval, security level, file access and scope
 * check of any of them, the highest of their least tiers in the order of the tiers, and out of every tier that keeps one of
 * them out. So it may be used exactly where all of them may.
 */
export function deriveComposedRules(parts: readonly ComposedRules[]): ComposedRules {
  const perms = parts.map((part) => part.perms);
  const excluded = new Set(parts.flatMap(({ routing }) => routing?.exclude_from ?? []));
  const minTier: IntentTier =
    strongest(
      INTENT_TIERS,
      parts.map(({ routing }) => routing?.min_tier),
    ) ?? "question";
  return {
    routing: { min_tier: minTier, exclude_from: INTENT_TIERS.filter((tier) => excluded.has(tier)) },
    perms: {
      min_security_level: strongest(
        SECURITY_LEVELS,
        perms.map((perm) => perm?.min_security_level),
      ),
      file_access: strongest(
        FILE_ACCESSES,
        perms.map((perm) => perm?.file_access),
      ),
      approval_type: strongest(
        APPROVALS_BY_PRIORITY,
        perms.map((perm) => perm?.approval_type),
      ),
      scope_check: strongest(
        SCOPE_CHECKS,
        perms.map((perm) => perm?.scope_check),
      ),
    },
  };
}
