import { describe, expect, test } from "vitest";
import { findItem, toCatalogModel, toCurrentId } from "./catalog-model";
import { makeCatalog, makeEntry, makeFacets, makeGroup, makeNode } from "./testing";
import { findAncestors, toGroupIds, toTreeItems } from "./tree-items";

const asides = {
  draft: { name: "New drafts", intro: "" },
  broken: { name: "Broken", intro: "" },
  pending: { name: "Pending", intro: "" },
  shadowed: { name: "Shadowed", intro: "" },
};

const catalog = makeCatalog(
  [
    makeGroup("fs"),
    makeGroup("fs-deep", "fs"),
    makeGroup("empty"),
    makeNode("fs/read_file", { disabled: { reason: "not implemented", enabledBy: "a host" }, facets: 1 }),
    makeNode("fs/log-triage", { source: "capability" }),
    makeNode("fs-deep/alpha", { source: "capability" }),
  ],
  [
    makeEntry({ name: "log-triage", layer: "L1" }),
    makeEntry({ name: "alpha", group: "fs-deep", state: "draft", type: "forge" }),
    makeEntry({ name: "no-node", group: "elsewhere", type: "skill" }),
    makeEntry({ name: "log-triage", place: "shadowed", state: "shadowed", folder: "/roots/old/log-triage" }),
    makeEntry({ name: "two-axis", place: "broken", state: "broken", type: null, folder: "/roots/team/two-axis" }),
  ],
  [makeFacets(), makeFacets({ minTier: "task_multimodal", status: null })],
);
const model = toCatalogModel(catalog);

describe("the model", () => {
  test("every node and entry appears once, joined by name where it is the same thing", () => {
    expect(model.items.map((item) => item.id)).toEqual([
      "fs/read_file",
      "log-triage",
      "alpha",
      "no-node",
      "shadowed:/roots/old/log-triage",
      "broken:/roots/team/two-axis",
    ]);
  });
  test("a name is what the tree holds under it; one it does not hold is found all the same", () => {
    expect(findItem(model, "read_file")?.id).toBe("fs/read_file");
    expect(findItem(model, "log-triage")?.id).toBe("log-triage");
    expect(findItem(model, "two-axis")?.id).toBe("broken:/roots/team/two-axis");
    expect(findItem(model, "nobody")).toBeUndefined();
  });
  test("a built-in node without implementation is disabled and has the facets of its place", () => {
    expect(model.byId.get("fs/read_file")).toMatchObject({
      state: "disabled",
      tier: "task_multimodal",
      kind: "builtin",
    });
  });
  test("an entry whose group the tree does not have makes that group", () => {
    expect(model.groups.map((group) => group.id)).toContain("elsewhere");
  });
});

describe("a selection", () => {
  test.each([
    ["alpha", "alpha"],
    ["pending:/roots/team/two-axis", "broken:/roots/team/two-axis"],
    ["broken:/roots/old/log-triage", "shadowed:/roots/old/log-triage"],
    ["broken:/roots/gone", "broken:/roots/gone"],
    ["nobody", "nobody"],
  ])("of %s is %s now: an entry whose place changed keeps it by its folder", (asked, current) => {
    expect(toCurrentId(model, asked)).toBe(current);
  });
});

describe("the tree", () => {
  const tree = toTreeItems(model, model.items, asides);
  test("groups nest, empty ones are left out, and asides come last", () => {
    expect(tree.map((item) => item.id)).toEqual(["fs/", "elsewhere/", "broken:/", "shadowed:/"]);
    expect(toGroupIds(tree)).toEqual(["fs/", "fs-deep/", "elsewhere/", "broken:/", "shadowed:/"]);
  });
  test("a group counts all entries below it", () => {
    expect(tree[0]?.value).toMatchObject({ kind: "group", count: 3 });
  });
  test("the groups around an entry are found", () => {
    expect(findAncestors(tree, "alpha")).toEqual(["fs/", "fs-deep/"]);
    expect(findAncestors(tree, "gone")).toEqual([]);
  });
});

test("a name that only a draft has stands in a group of its own, and its selection moves on when it is approved", () => {
  const folder = "/roots/team/fresh";
  const draft = makeEntry({ name: "fresh", place: "draft", state: "draft", folder });
  const before = toCatalogModel({ ...makeCatalog([], []), drafts: [draft] });
  expect(toTreeItems(before, before.items, asides)).toMatchObject([
    { id: "draft:/", value: { name: "New drafts", count: 1 }, children: [{ id: `draft:${folder}` }] },
  ]);
  const after = toCatalogModel(makeCatalog([], [makeEntry({ name: "fresh", folder })]));
  expect(toCurrentId(after, `draft:${folder}`)).toBe("fresh");
});
