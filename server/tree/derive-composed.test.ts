import { expect, test } from "vitest";
import type { ApprovalType } from "#server/capability/contract";
import { type ComposedRules, deriveComposedRules } from "./derive-composed";

const asking = (approval_type: ApprovalType): ComposedRules => ({ perms: { approval_type } });

test.each<[ApprovalType[], ApprovalType]>([
  [[], "none"],
  [["none", "none"], "none"],
  [["none", "plan_confirm"], "plan_confirm"],
  [["data_export", "plan_confirm"], "data_export"],
  [["mount_access", "data_export"], "mount_access"],
  [["plan_confirm", "exec_escalation", "mount_access"], "exec_escalation"],
])("of the approvals %j the strongest is asked for: %s", (approvals, wanted) => {
  expect(deriveComposedRules(approvals.map(asking)).perms?.approval_type).toBe(wanted);
});

test("of nothing follows what sandboxed code has anyway", () => {
  expect(deriveComposedRules([])).toEqual({
    routing: { min_tier: "question", exclude_from: [] },
    perms: { approval_type: "none" },
  });
});

test("it may be used exactly where all of its tools may, with the most that any of them needs", () => {
  const rules = deriveComposedRules([
    {
      routing: { min_tier: "task_light", exclude_from: ["task_delete"] },
      perms: { min_security_level: "allowlist", file_access: "scoped_write", scope_check: "workspace" },
    },
    {
      routing: { min_tier: "question", exclude_from: ["task_multimodal"] },
      perms: { min_security_level: "sandboxed", file_access: "global_read" },
    },
  ]);
  expect(rules).toEqual({
    routing: { min_tier: "task_light", exclude_from: ["task_delete", "task_multimodal"] },
    perms: {
      min_security_level: "sandboxed",
      file_access: "scoped_write",
      scope_check: "workspace",
      approval_type: "none",
    },
  });
});
