import { expect, test } from "vitest";
import { contractSchema } from "#server/capability/contract";
import { deriveNode } from "#server/tree/derive-node";
import { createFacetSets, toFacets } from "./facets";

test("a contract that says nothing of the tree has the defaults of contracts", () => {
  const contract = { ...contractSchema.parse({ name: "plain" }), type: "tool" as const };
  expect(toFacets(deriveNode({ contract }).metadata, contract.status)).toEqual({
    status: "draft",
    minTier: "question",
    approvalType: "none",
    scope: "",
    securityLevel: "sandboxed",
    fileAccess: "none",
    policyGroups: ["group:composed"],
    owner: "sandbox",
  });
});

test("a built-in without metadata counts as multimodal and claims no status", () =>
  expect(toFacets({}, null)).toMatchObject({ status: null, minTier: "task_multimodal", policyGroups: [] }));

test("equal sets have one number", () => {
  const sets = createFacetSets();
  const numbers = [toFacets({}, null), toFacets({}, "draft"), toFacets({}, null)].map(sets.add);
  expect(numbers).toEqual([0, 1, 0]);
  expect(sets.all()).toHaveLength(2);
});
