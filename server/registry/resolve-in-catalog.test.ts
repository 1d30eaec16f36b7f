import { expect, test } from "vitest";
import { type Made, makeCatalog, makeRoot } from "#server/runs/catalog-testing";
import { getCurrentEntry } from "./get-current-entry";
import { resolveInCatalog, toNotFound } from "./resolve-in-catalog";

const TOOL: Made = { name: "log-triage", description: "Finds the root cause in a log." };
const SKILL: Made = {
  name: "log-triage",
  type: "skill",
  text: "---\nname: log-triage\n---\nRead it.",
  description: "x",
};

/** The first root's entry is overridden by the second's. */
function overridden(first: Made, second: Made) {
  const { place, scan } = makeRoot([second]);
  const folders = [...scan.folders].map(([, found]) => {
    if (found.kind !== "ok") throw new Error("it loads");
    const entry = { ...found.entry, rootPath: "/later", folder: `/later/${second.name}` };
    return [entry.folder, { kind: "ok" as const, entry }] as const;
  });
  const later = { place: { ...place, path: "/later", order: 2 }, scan: { folders: new Map(folders) } };
  return makeCatalog([first], [], [later]);
}

test("the winning root's type counts, whatever its place in the order; the shadowed one is an alternative", () => {
  expect(resolveInCatalog(overridden(TOOL, SKILL), "log-triage")).toMatchObject({
    type: "skill",
    action: "load_capability",
    alternatives: [{ type: "tool", action: "require_tool" }],
  });
  expect(resolveInCatalog(overridden(SKILL, TOOL), "log-triage")).toMatchObject({
    type: "tool",
    alternatives: [{ type: "skill", action: "load_capability" }],
  });
});

test("a host tool keeps its name from a skill of it", () => {
  const catalog = makeCatalog([{ ...SKILL, name: "capability_ls" }]);
  expect(resolveInCatalog(catalog, "capability_ls")).toMatchObject({ type: "tool", alternatives: [{ type: "skill" }] });
});

test("a tool of the default tree has a type, implemented or not", () => {
  expect(resolveInCatalog(makeCatalog([TOOL]), "bash")).toMatchObject({ type: "tool", alternatives: [] });
});

test.each([
  ["Log-Triage", "log-triage"],
  ["log_triage", "log-triage"],
  ["logTriage", "log-triage"],
  ["Bash", "bash"],
  ["Capability_LS", "capability_ls"],
])("%s means nothing, and %s is offered", (name, meant) => {
  const catalog = makeCatalog([TOOL]);
  expect(resolveInCatalog(catalog, name)).toMatchObject({ type: null, action: null });
  expect(resolveInCatalog(catalog, name).near[0]).toBe(meant);
  expect(() => getCurrentEntry(catalog, name)).toThrow(
    expect.objectContaining({ code: "not_found", next: `Did you mean "${meant}"? Names are exact, and case counts.` }),
  );
});

test("names equal but for case do not meet: each is itself, and another spelling takes neither", () => {
  // A folder's name may hold capitals on disk; the contract's may not, so the two can only meet by hyphens.
  const catalog = makeCatalog([TOOL, { ...TOOL, name: "log_triage" }]);
  expect(resolveInCatalog(catalog, "log-triage")).toMatchObject({ type: "tool", near: [] });
  expect(resolveInCatalog(catalog, "log_triage")).toMatchObject({ type: "tool", near: [] });
  expect(resolveInCatalog(catalog, "LogTriage")).toMatchObject({ type: null, near: ["log-triage", "log_triage"] });
});

test("what is far from every name is refused with the list", () => {
  expect(toNotFound(makeCatalog([TOOL]), "zzzzzzzz")).toMatchObject({ next: "See the list of capabilities." });
});
