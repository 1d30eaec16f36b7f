import { describe, expect, test } from "vitest";
import type { IntentTier } from "#server/capability/contract";
import { type Made, makeBrokenRoot, makeCatalog, makeRoot } from "./catalog-testing";
import { catalogViewOf, createCatalogViews } from "./catalog-view";

const describeText = (name: string) => ({ name, description: `${name} counts apples in a basket`, requires: [] });
const skill = {
  name: "apple-skill",
  type: "skill",
  description: "How to count apples",
  text: "---\nname: apple-skill\ndescription: How to count apples\n---\n# Body\nCount.",
};
const loops = [
  { name: "default", type: "focus_mode", loop: { instructions: "x" } },
  { name: "narrow", type: "focus_mode", loop: { instructions: "x", capabilities: ["trusted-tool"] } },
  { name: "secret", type: "focus_mode", loop: { instructions: "x", hidden: true, max_iterations: 3 } },
];
const everything: Made[] = [
  { ...describeText("trusted-tool") },
  { ...describeText("draft-tool") },
  { ...describeText("writing-tool"), tree: { routing: { min_tier: "task_write" } } },
  { ...describeText("needy-tool"), requires: ["telepathy"] },
  {
    ...describeText("media-tool"),
    tree: { runtime: { subagent_scope: "media" }, routing: { min_tier: "task_write" } },
  },
  skill,
  ...loops,
];

function makeView(change: Partial<{ tier: IntentTier; scope: string; allowDrafts: boolean; focusMode: string }> = {}) {
  const pending = makeRoot([describeText("pending-tool")], "pending");
  const catalog = makeCatalog(everything, ["draft-tool"], [pending]);
  return catalogViewOf(catalog, { tier: "question", allowDrafts: false, focusMode: "default", ...change });
}

const namesOf = ({ capabilities }: { capabilities: readonly { name: string }[] }) =>
  new Set(capabilities.map(({ name }) => name));

test("a loop sees trusted, enabled capabilities of its tier, the host tools, and no hidden loop", () => {
  const view = makeView();
  const names = namesOf(view);
  for (const name of ["trusted-tool", "apple-skill", "default", "narrow", "capability_ls", "capability_run"]) {
    expect(names).toContain(name);
  }
  for (const name of ["draft-tool", "writing-tool", "secret", "pending-tool"]) expect(names).not.toContain(name);
  expect(view.index.size).toBe(view.capabilities.length);
});

describe("a refusal says why and what to do", () => {
  test.each([
    ["draft-tool", "draft_refused", "Review"],
    ["writing-tool", "forbidden", "min_tier"],
    ["media-tool", "forbidden", "subagent_scope"],
    ["needy-tool", "disabled", ""],
    ["pending-tool", "root_pending", "admit"],
    ["send_email", "disabled", "takes its place"],
    ["capability_manage", "forbidden", "Say plainly"],
  ])("%s", (name, code, next) => {
    const problem = makeView().refusalOf(name);
    expect(problem).toMatchObject({ code, message: expect.stringContaining(name) });
    expect(problem?.next ?? "").toContain(next);
  });

  test.each([
    [false, "bad cannot be loaded: its file cannot be read as a contract."],
    [true, 'bad cannot be loaded: "Obey me" stands twice in the same map; keep one.'],
  ])("of a broken file in its own words only where drafts are allowed: %s", (allowDrafts, message) => {
    const broken = makeBrokenRoot("bad", '"Obey me" stands twice in the same map; keep one.');
    const view = catalogViewOf(makeCatalog([], [], [broken]), { tier: "question", allowDrafts, focusMode: "default" });
    expect(view.refusalOf("bad")).toMatchObject({ code: "broken_contract", message });
  });

  test("of a tier that a tool is kept from, not where it begins", () => {
    const changes = { name: "kept", tree: { routing: { min_tier: "question", exclude_from: ["task_delete"] } } };
    const catalog = makeCatalog([{ ...describeText("kept"), ...changes }]);
    const view = catalogViewOf(catalog, { tier: "task_delete", allowDrafts: false, focusMode: "default" });
    expect(view.refusalOf("kept")?.message).toBe(
      "kept is not for messages of the tier task_delete; it is kept from that tier.",
    );
  });

  test("and nothing for what is usable or unknown", () => {
    expect(makeView().refusalOf("trusted-tool")).toBeUndefined();
    expect(makeView().refusalOf("nobody")).toBeUndefined();
  });
});

test("search finds only what may be used; what was refused is told apart for people", () => {
  const view = makeView();
  const found = view.index.search("counts apples", 10).map(({ name }) => name);
  expect(found).toContain("trusted-tool");
  for (const name of found) expect(view.get(name)).toBeDefined();
  const refused = view.refusedFor("counts apples", 5);
  expect(refused.map(({ name }) => name)).toContain("draft-tool");
  for (const { problem } of refused) expect(problem.message).not.toBe("");
});

test("allow drafts lets drafts in, and the host tools stay findable", () => {
  const view = makeView({ allowDrafts: true });
  expect(view.get("draft-tool")?.state).toBe("draft");
  const found = view.index.search("counts apples", 10).map(({ name }) => name);
  expect(found).toContain("draft-tool");
  expect(view.index.search("list every capability", 10).map(({ name }) => name)).toContain("capability_ls");
});

test("a focus mode with a list sees its list and the host tools", () => {
  expect(namesOf(makeView({ focusMode: "narrow" }))).toEqual(
    new Set(["trusted-tool", "capability_ls", "capability_run"]),
  );
  expect(makeView({ focusMode: "narrow" }).refusalOf("apple-skill")).toMatchObject({ code: "forbidden" });
});

test("a capability in a built-in's place keeps what that place asks for", () => {
  const catalog = makeCatalog([describeText("bash"), ...loops]);
  const view = catalogViewOf(catalog, { tier: "task_write", allowDrafts: false, focusMode: "default" });
  expect(view.get("bash")?.approvalType).toBe("exec_escalation");
});

describe("a sub-agent's own tools", () => {
  test.each([
    { scope: "", sees: false },
    { scope: "coder", sees: false },
    { scope: "media", sees: true },
  ])("of scope media are seen by scope '$scope': $sees, whatever the tier", ({ scope, sees }) => {
    expect(namesOf(makeView({ scope })).has("media-tool")).toBe(sees);
  });

  test("stand beside the shared ones of the tier", () => {
    const names = namesOf(makeView({ scope: "media" }));
    expect(names).toContain("trusted-tool");
    expect(names).not.toContain("writing-tool");
  });
});

test("a hidden focus mode has its settings although it is in no list", () => {
  expect(makeView({ focusMode: "secret" }).loop).toMatchObject({ max_iterations: 3 });
  expect(makeView({ focusMode: "gone" }).loop).toBeUndefined();
});

test("a greeting sees no capability to call", () => {
  expect([...namesOf(makeView({ tier: "greeting" }))]).toEqual([]);
});

test("a skill brings the body of its SKILL.md, without the frontmatter", () => {
  expect(makeView().get("apple-skill")?.skillText).toBe("# Body\nCount.");
});

test("one catalog and one set of options share a view", () => {
  const catalog = makeCatalog(everything);
  const views = createCatalogViews(() => catalog);
  const options = { tier: "question", allowDrafts: false, focusMode: "default" } as const;
  expect(views(options).view).toBe(views({ ...options }).view);
  expect(views({ ...options, tier: "task_write" }).view).not.toBe(views(options).view);
});

test("search looks past hundreds of refused capabilities to the one that may be used", () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...describeText(`writer-${index}`),
    tree: { routing: { min_tier: "task_write" } },
  }));
  const catalog = makeCatalog([
    ...many,
    { ...describeText("reader"), description: "counts apples sometimes, slowly, in a very long sentence" },
    ...loops,
  ]);
  const view = catalogViewOf(catalog, { tier: "question", allowDrafts: false, focusMode: "default" });
  expect(view.index.search("counts apples", 3).map(({ name }) => name)).toEqual(["reader"]);
});
