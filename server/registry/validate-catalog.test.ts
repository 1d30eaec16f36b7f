import { expect, test } from "vitest";
import type { ContractIssue } from "#server/capability/contract";
import { makeCatalog } from "#server/runs/catalog-testing";
import type { Catalog } from "./catalog";
import { validateCatalog } from "./validate-catalog";

const GOOD = { name: "good", description: "Does good.", tree: { group: "fs" } };

/** The catalog with these findings on its one entry. */
function withIssues(issues: Pick<ContractIssue, "code" | "severity">[]): Catalog {
  const catalog = makeCatalog([GOOD]);
  const place = {
    file: "CAPABILITY.yaml",
    path: "",
    line: 3,
    column: 1,
    endLine: 3,
    endColumn: 1,
    message: "It is so.",
  };
  const entries = [...catalog.entries].map(([name, entry]) => {
    return [name, { ...entry, issues: issues.map((issue) => ({ ...place, ...issue })) }] as const;
  });
  return { ...catalog, entries: new Map(entries) };
}

test("what ships, with a sound capability, is valid at every level", () => {
  expect(validateCatalog(makeCatalog([GOOD]), 0)).toEqual({
    level: 0,
    valid: true,
    errors: 0,
    warnings: 0,
    findings: [],
  });
});

test("what a contract alone tells is in the report, other findings of the file are not", () => {
  const catalog = withIssues([
    { code: "sensitive_in_l1", severity: "error" },
    { code: "focus_mode_too_wide", severity: "warning" },
    { code: "misspelled_key", severity: "warning" },
  ]);
  const report = validateCatalog(catalog, 0);
  expect(report).toMatchObject({ valid: false, errors: 1, warnings: 1 });
  expect(report.findings).toEqual([
    {
      code: "sensitive_in_l1",
      level: 1,
      severity: "error",
      node_id: "fs/good",
      message: "It is so.",
      next: "Mend CAPABILITY.yaml, line 3.",
    },
    {
      code: "focus_mode_too_wide",
      level: 1,
      severity: "warning",
      node_id: "fs/good",
      message: "It is so.",
      next: "Mend CAPABILITY.yaml, line 3.",
    },
  ]);
  expect(validateCatalog(catalog, 2)).toMatchObject({ valid: true, findings: [] });
});

test("a warning alone leaves it valid", () => {
  expect(validateCatalog(withIssues([{ code: "focus_mode_too_wide", severity: "warning" }]), 1)).toMatchObject({
    valid: true,
    warnings: 1,
  });
});

test("an entry that could not take its place is told as one without a node", () => {
  const catalog = makeCatalog([{ ...GOOD, tree: { group: "fs/read_file" } }]);
  expect(validateCatalog(catalog, 3).findings).toMatchObject([{ code: "not_in_tree", node_id: "good" }]);
});

test("a capability without a summary, or in a dynamic group's name space, is an error", () => {
  const catalog = makeCatalog([
    { ...GOOD, description: "" },
    { ...GOOD, name: "mcp_own" },
  ]);
  expect(validateCatalog(catalog, 0).findings).toMatchObject([
    { code: "summary_missing", level: 1, node_id: "fs/good" },
    { code: "static_name_in_dynamic_prefix", level: 2, node_id: "fs/mcp_own" },
  ]);
});
