import { describe, expect, test } from "vitest";
import { LISTED_MAX } from "#server/loop/prompt/background";
import { type Made, makeCatalog, makeRoot } from "./catalog-testing";
import { catalogViewOf } from "./catalog-view";
import { type SeeAsOptions, seeAs } from "./see-as";

const say = (name: string, tree: object = {}): Made => ({ name, description: `${name} counts apples`, tree });

const catalog = makeCatalog(
  [
    say("reader"),
    say("drafted"),
    { ...say("needy"), requires: ["telepathy"] },
    say("writer", { routing: { min_tier: "task_write" } }),
    say("planner", { perms: { approval_type: "plan_confirm" }, routing: { min_tier: "question" } }),
    say("sender", { perms: { approval_type: "data_export" } }),
    say("publisher", { runtime: { subagent_scope: "media" }, routing: { min_tier: "task_multimodal" } }),
    { name: "default", type: "focus_mode", loop: { instructions: "Answer what was asked." } },
    { name: "secret", type: "focus_mode", loop: { instructions: "x", hidden: true } },
    { name: "narrow", type: "focus_mode", loop: { instructions: "x", capabilities: ["reader"] } },
  ],
  ["drafted"],
  [makeRoot([say("stranger")], "pending")],
);

const see = (change: Partial<SeeAsOptions> = {}) =>
  seeAs(catalog, { tier: "question", scope: "", mode: "full", focusMode: "default", ...change });

const reasonOf = (sight: ReturnType<typeof see>, name: string) =>
  sight.leftOut.find(({ names }) => names.some((each) => each === name || each.endsWith(`/${name}`)))?.reason ?? null;

describe("what is left out has one reason", () => {
  test.each([
    ["drafted", "draft"],
    ["needy", "disabled"],
    ["writer", "tier"],
    ["publisher", "scope"],
    ["secret", "hidden"],
    ["stranger", "pending"],
    ["reader", null],
  ])("%s: %s", (name, reason) => expect(reasonOf(see(), name)).toBe(reason));

  test("a focus mode with a list leaves the others out", () =>
    expect(reasonOf(see({ focusMode: "narrow" }), "planner")).toBe("focus_mode"));

  test("every callable node of the tree is either given or left out, once", () => {
    const sight = see();
    const kept = sight.leftOut.filter(({ reason }) => reason !== "pending" && reason !== "broken");
    const told = [...sight.names, ...kept.flatMap(({ names }) => names)];
    const callable = catalog.tree.nodes.filter((node) => node.kind !== "group").map(({ name }) => name);
    expect(told.sort()).toEqual(callable.sort());
  });
});

describe("scopes", () => {
  test("a sub-agent gets its own tools past the tier, beside the shared ones", () => {
    const sight = see({ scope: "media" });
    expect(sight.scopes).toContain("media");
    expect(sight.names).toContain("publisher");
    expect(sight.names).toContain("reader");
    expect(sight.names).not.toContain("writer");
  });

  test("a scope that nothing has is refused with those there are", () =>
    expect(() => see({ scope: "nobody" })).toThrow(expect.objectContaining({ code: "not_found" })));
});

describe("approvals", () => {
  test.each([
    { tier: "question", mode: "full", plan: false, asks: true },
    { tier: "task_write", mode: "full", plan: true, asks: true },
    { tier: "task_delete", mode: "smart", plan: true, asks: true },
    { tier: "task_multimodal", mode: "monitor", plan: true, asks: false },
  ] as const)("$tier in mode $mode: a plan $plan, asked $asks", ({ tier, mode, plan, asks }) => {
    const { approvals } = see({ tier, mode });
    expect(approvals).toMatchObject({ isAsking: asks, needsPlan: plan });
    expect(approvals.types.find(({ type }) => type === "plan_confirm")).toMatchObject({
      names: ["planner"],
      isRefused: true,
    });
  });

  test("what asks but is not of the tier is not told", () =>
    expect(see().approvals.types.map(({ type }) => type)).toEqual(["plan_confirm"]));
});

describe("the prompt", () => {
  test("its parts are those that stand in every first prompt, with the tokens of each", () => {
    const { prompt } = see();
    expect(prompt.sections.map(({ name }) => name)).toEqual([
      "RULES",
      "BACKGROUND",
      "PERSISTENT",
      "SCHEMA",
      "OUTPUT_EXAMPLE",
    ]);
    expect(prompt.tokens).toBe(prompt.sections.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(prompt.sections[1]?.body).toContain("- reader (tool): reader counts apples");
  });

  test("beyond what is listed the rest is counted, and its whole size told", () => {
    const many = makeCatalog(Array.from({ length: 60 }, (_, index) => say(`tool-${index}`)));
    const sight = seeAs(many, { tier: "question", scope: "", mode: "full", focusMode: "default" });
    expect(sight.prompt.listed).toBe(LISTED_MAX);
    expect(sight.names.length).toBeGreaterThan(LISTED_MAX);
    expect(sight.wholeTokens).toBeGreaterThan(sight.prompt.sections[1]?.tokens ?? 0);
  });

  test("names are those of the view a run gets, in its order", () => {
    const view = catalogViewOf(catalog, { tier: "question", allowDrafts: false, focusMode: "default" });
    expect(see().names).toEqual(view.capabilities.map(({ name }) => name));
  });
});
