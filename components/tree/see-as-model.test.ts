import { describe, expect, test } from "vitest";
import { toCatalogModel } from "./catalog-model";
import { DEFAULT_BUDGET, filterSeen, findReason, parseBudget, parseSeeAs, toLeftOut } from "./see-as-model";
import { makeCatalog, makeEntry, makeNode } from "./testing";

const model = toCatalogModel(
  makeCatalog(
    [makeNode("fs/bash", { facets: 0, disabled: { reason: "not here", enabledBy: "a capability" } })],
    [
      makeEntry({ name: "alpha" }),
      makeEntry({ name: "alpha", place: "shadowed", state: "shadowed", folder: "/old/alpha" }),
      makeEntry({ name: "writer" }),
      makeEntry({ name: "alpha", place: "pending", state: "pending", folder: "/new/alpha" }),
      makeEntry({ name: "torn", place: "broken", state: "broken", folder: "/team/torn" }),
    ],
  ),
);
const leftOut = [
  { reason: "disabled" as const, names: ["bash"] },
  { reason: "tier" as const, names: ["writer"] },
  { reason: "pending" as const, names: ["/new/alpha"] },
  { reason: "broken" as const, names: ["/team/torn"] },
];

describe("what a URL names", () => {
  const parse = (query: string) => {
    const params = new URLSearchParams(query);
    return parseSeeAs((name) => params.get(name));
  };
  test.each([
    ["", null],
    ["as=nobody", null],
    ["as=question", { tier: "question", scope: "", mode: "full" }],
    ["as=task_write&as_scope=media&as_mode=monitor", { tier: "task_write", scope: "media", mode: "monitor" }],
    ["as=task_write&as_mode=sometimes", { tier: "task_write", scope: "", mode: "full" }],
  ])("%s", (query, choice) => expect(parse(query)).toEqual(choice));

  test.each([
    [null, DEFAULT_BUDGET],
    ["8000", 8_000],
    ["0", DEFAULT_BUDGET],
    ["-5", DEFAULT_BUDGET],
    ["12.5", DEFAULT_BUDGET],
    ["1e99", DEFAULT_BUDGET],
    ["many", DEFAULT_BUDGET],
  ])("a budget of %s is %d", (text, budget) => expect(parseBudget(text)).toBe(budget));
});

test("only what the tree holds under a name is seen, never the shadowed or pending one of the same name", () => {
  expect(filterSeen(model.items, ["alpha", "writer"]).map(({ id }) => id)).toEqual(["alpha", "writer"]);
});

test("a host tool is seen, not the disabled capability that has its name", () => {
  const { items } = toCatalogModel(
    makeCatalog(
      [makeNode("meta/manage", { facets: 0 })],
      [makeEntry({ name: "manage", state: "disabled", disabled: { reason: "taken", enabledBy: "another name" } })],
    ),
  );
  expect(items).toHaveLength(2);
  expect(filterSeen(items, ["manage"]).map(({ entry }) => entry)).toEqual([null]);
});

test("what is left out are items of the page, by name or by folder", () => {
  expect(toLeftOut(model, leftOut).map(({ reason, items }) => [reason, items.map(({ id }) => id)])).toEqual([
    ["disabled", ["fs/bash"]],
    ["tier", ["writer"]],
    ["pending", ["pending:/new/alpha"]],
    ["broken", ["broken:/team/torn"]],
  ]);
});

test.each([
  ["alpha", null],
  ["writer", "tier"],
  ["fs/bash", "disabled"],
  ["pending:/new/alpha", "pending"],
  ["broken:/team/torn", "broken"],
  ["shadowed:/old/alpha", null],
])("why %s is left out: %s", (id, reason) => {
  const item = model.byId.get(id);
  expect(item && findReason(item, leftOut)).toBe(reason);
});
