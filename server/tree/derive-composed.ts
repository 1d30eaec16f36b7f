import {
  type ApprovalType,
  FILE_ACCESSES,
  INTENT_TIERS,
  SCOPE_CHECKS,
  SECURITY_LEVELS,
  type TreeMetadata,
} from "#server/capability/contract";

/** Approvals from the weakest to the strongest: where several apply, the strongest is asked for (domain.md 2.6). */
export const APPROVALS_BY_PRIORITY: readonly ApprovalType[] = [
  "none",
  "plan_confirm",
  "data_export",
  "mount_access",
  "exec_escalation",
];

/** The last of the values in the order of a list; undefined where there are none. */
function strongest<Value>(order: readonly Value[], values: readonly (Value | undefined)[]): Value | undefined {
  const places = values.flatMap((value) => (value === undefined ? [] : [order.indexOf(value)]));
  return places.length === 0 ? undefined : order[Math.max(...places)];
}

/** What the tree says of a composed tool, as far as its steps decide it. */
export type ComposedRules = Pick<TreeMetadata, "routing" | "perms">;

/**
 * What a tool that calls others asks for (domain.md 2.8): the strongest approval, security level, file access and scope
 * check of any of them, the highest of their least tiers in the order of the tiers, and out of every tier that keeps one of
 * them out. So it may be used exactly where all of them may.
 */
export function deriveComposedRules(parts: readonly ComposedRules[]): ComposedRules {
  const perms = parts.map((part) => part.perms ?? {});
  const excluded = new Set(parts.flatMap(({ routing }) => routing?.exclude_from ?? []));
  const tiers = parts.map(({ routing }) => routing?.min_tier);
  const level = strongest(SECURITY_LEVELS, perms.map(toField("min_security_level")));
  const access = strongest(FILE_ACCESSES, perms.map(toField("file_access")));
  const check = strongest(SCOPE_CHECKS, perms.map(toField("scope_check")));
  return {
    routing: {
      min_tier: strongest(INTENT_TIERS, tiers) ?? "question",
      exclude_from: INTENT_TIERS.filter((tier) => excluded.has(tier)),
    },
    perms: {
      approval_type: strongest(APPROVALS_BY_PRIORITY, perms.map(toField("approval_type"))) ?? "none",
      ...(level === undefined ? {} : { min_security_level: level }),
      ...(access === undefined ? {} : { file_access: access }),
      ...(check === undefined ? {} : { scope_check: check }),
    },
  };
}

type Perms = NonNullable<TreeMetadata["perms"]>;

function toField<Key extends "min_security_level" | "file_access" | "scope_check" | "approval_type">(key: Key) {
  return (perms: Perms): Perms[Key] => perms[key];
}
