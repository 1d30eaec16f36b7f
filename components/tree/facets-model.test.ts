import { describe, expect, test } from "vitest";
import { toCatalogModel } from "./catalog-model";
import {
  countChosen,
  countFacets,
  type FacetChoice,
  type FacetName,
  filterItems,
  parseFacetParam,
  toFacetChoice,
  toFacetParam,
} from "./facets-model";
import { makeCatalog, makeEntry, makeFacets, makeNode } from "./testing";

const { items } = toCatalogModel(
  makeCatalog(
    [makeNode("fs/read_file", { facets: 1 }), makeNode("fs/alpha", { source: "capability" })],
    [
      makeEntry({ name: "alpha", state: "draft", type: "forge" }),
      makeEntry({ name: "beta", layer: "L1", facets: 2 }),
      makeEntry({ name: "gamma", type: "skill", sensitivity: "public", facets: 3 }),
      makeEntry({ name: "two-axis", place: "broken", state: "broken", type: null, folder: "/two" }),
    ],
    [
      makeFacets(),
      makeFacets({ status: null, minTier: "task_light", fileAccess: "global_read", securityLevel: "allowlist" }),
      makeFacets({ status: "trusted", approvalType: "plan_confirm", policyGroups: ["group:fs", "group:web"] }),
      makeFacets({ scope: "media", owner: "media_agent", policyGroups: ["group:media, mail"] }),
    ],
  ),
);

const choose = (choice: Partial<FacetChoice>): FacetChoice => toFacetChoice((facet) => choice[facet] ?? []);
const namesOf = (choice: Partial<FacetChoice>) => filterItems(items, choose(choice)).map(({ name }) => name);
const countsOf = (facet: FacetName, choice: Partial<FacetChoice> = {}) =>
  Object.fromEntries(countFacets(items, choose(choice))[facet].map(({ value, count }) => [value, count]));

describe("filtering", () => {
  test.each<[string, Partial<FacetChoice>, string[]]>([
    ["nothing chosen lets all through", {}, ["read_file", "alpha", "beta", "gamma", "two-axis"]],
    ["values of one facet are alternatives", { type: ["forge", "skill"] }, ["alpha", "gamma"]],
    ["facets are combined", { type: ["forge", "skill"], state: ["draft"] }, ["alpha"]],
    ["an item without a layer passes only when none is chosen", { layer: ["L1"] }, ["beta"]],
    ["the claimed status is not the state", { status: ["trusted"] }, ["beta"]],
    ["tier", { tier: ["task_light"] }, ["read_file"]],
    ["approval", { approval: ["plan_confirm"] }, ["beta"]],
    ["sensitivity", { sensitivity: ["public"] }, ["gamma"]],
    ["nobody's own scope", { scope: ["-"] }, ["read_file", "alpha", "beta"]],
    ["a sub-agent's scope", { scope: ["media"] }, ["gamma"]],
    ["security level", { security: ["allowlist"] }, ["read_file"]],
    ["file access", { files: ["global_read"] }, ["read_file"]],
    ["one of several policy groups", { policy: ["group:web"] }, ["beta"]],
    ["owner", { owner: ["media_agent"] }, ["gamma"]],
    ["a value that nothing has", { owner: ["nobody"] }, []],
  ])("%s", (_, choice, names) => expect(namesOf(choice)).toEqual(names));
});

describe("counts", () => {
  test("what a link chose stays shown at 0 where no entry can have it, so that it can be taken off", () => {
    const chosen = countFacets(items, choose({ layer: ["L9"], owner: ["nobody"] }));
    expect(chosen.layer.at(-1)).toEqual({ value: "L9", count: 0, isChosen: true });
    expect(chosen.owner.at(-1)).toEqual({ value: "nobody", count: 0, isChosen: true });
  });

  test("a facet's own choice does not change its counts, the others' does", () => {
    const choice = { type: ["skill"] };
    expect(countsOf("type", choice)).toEqual({ tool: 1, forge: 1, skill: 1, focus_mode: 0, builtin: 1, subagent: 0 });
    expect(countsOf("state", choice)).toMatchObject({ trusted: 1, draft: 0 });
  });

  test("a choice in two facets counts in each what the other one lets through", () => {
    const choice = { type: ["forge"], state: ["trusted"] };
    expect(countsOf("type", choice)).toMatchObject({ tool: 1, forge: 0, skill: 1, builtin: 1 });
    expect(countsOf("state", choice)).toMatchObject({ trusted: 0, draft: 1 });
    expect(countsOf("layer", choice)).toEqual({ L1: 0, L2: 0 });
  });

  test("open lists come most first, and keep a chosen value that nothing has any more", () => {
    expect(Object.keys(countsOf("policy"))).toEqual(["group:fs", "group:media, mail", "group:web"]);
    expect(countsOf("owner", { owner: ["gone"] })).toEqual({ sandbox: 3, media_agent: 1, gone: 0 });
  });

  test("what cannot be known of a broken entry is counted nowhere", () =>
    expect(countsOf("scope")).toEqual({ "-": 3, media: 1 }));

  test.each<Partial<FacetChoice>>([{}, { type: ["tool"] }, { tier: ["question"], scope: ["-"], layer: ["L1", "L2"] }])(
    "%j: every count is what choosing only that value would show",
    (choice) => {
      const counts = countFacets(items, choose(choice));
      for (const [facet, values] of Object.entries(counts)) {
        for (const { value, count } of values) {
          expect(namesOf({ ...choice, [facet]: [value] }), `${facet} ${value}`).toHaveLength(count);
        }
      }
    },
  );

  test("chosen values are counted over all facets", () =>
    expect(countChosen(choose({ type: ["tool", "forge"], owner: ["x"] }))).toBe(3));
});

describe("in the URL", () => {
  test.each([
    [["group:fs"], "group:fs"],
    [["a", "b"], "a,b"],
    [["a,b", "100%", "%2C"], "a%2Cb,100%25,%252C"],
  ])("%j is %s and comes back", (values, text) => {
    expect(toFacetParam(values)).toBe(text);
    expect(parseFacetParam(text)).toEqual(values);
  });
  test.each([[null], [""], [","]])("%j is no value", (text) => expect(parseFacetParam(text)).toEqual([]));
});
