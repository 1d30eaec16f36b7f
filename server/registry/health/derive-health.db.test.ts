import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestStore } from "#server/store/testing";
import type { HostTool } from "#server/tools/host-tool";
import type { Catalog } from "../catalog";
import { createRegistry } from "../create-registry";
import { makeHostTool, makeRoot, makeTempFolder, makeTool, writeFiles, writeTool } from "../testing";
import { countCatalogToMend, deriveHealth } from "./derive-health";
import { HEALTH_SECTIONS } from "./health";

/** Reads two roots, of which the second overrides the first, and perhaps a pending third. */
async function readCatalog(
  write: (roots: { low: string; high: string; pending: string }) => void,
  hostTools: readonly HostTool[] = [],
): Promise<Catalog> {
  using folder = makeTempFolder();
  await using store = await openTestStore();
  const roots = {
    low: join(folder.path, "low"),
    high: join(folder.path, "high"),
    pending: join(folder.path, "pending"),
  };
  writeTool(roots.low, "sound");
  write(roots);
  await using registry = await createRegistry({
    store,
    roots: async () => [makeRoot(roots.low), makeRoot(roots.high), makeRoot(roots.pending, { admission: "needed" })],
    hostTools,
    hostServices: [],
    log: () => undefined,
  });
  return registry.current();
}

test("a sound catalog has nothing to mend, and nobody knows yet what runs find", async () => {
  const catalog = await readCatalog(() => undefined);
  const health = deriveHealth(catalog, null);
  expect(HEALTH_SECTIONS.map((name) => health[name].items.length)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(health.never_matched.isUnknown).toBe(true);
  expect(countCatalogToMend(catalog)).toBe(0);
});

test("a broken folder leads to its line with the fix, and one below a winner of its name to its row", async () => {
  const catalog = await readCatalog(({ low, high }) => {
    writeFiles(join(low, "colon"), { "CAPABILITY.yaml": "name: colon\ndescription: axes: one and two\n" });
    writeFiles(join(high, "sound"), { "CAPABILITY.yaml": "name: [\n" });
  });
  const { broken, colliding } = deriveHealth(catalog, null);
  expect(broken.items).toMatchObject([
    {
      name: "colon",
      severity: "error",
      code: "unquoted_value",
      fix: 'description: "axes: one and two"',
      href: "/capabilities/colon?tab=edit&file=CAPABILITY.yaml&line=2",
    },
    {
      name: "sound",
      code: "yaml_syntax",
      href: expect.stringMatching(/^\/capabilities\?selected=broken%3A.*high%2Fsound$/),
    },
  ]);
  expect(colliding.items).toMatchObject([{ name: "sound", code: "broken_override", severity: "warning" }]);
});

test("a tool of an MCP server that is off leads to Settings", async () => {
  const off = makeHostTool("mcp_notes_add", {
    async onLoad() {
      throw new Error("Its MCP server notes is not connected.");
    },
  });
  const catalog = await readCatalog(() => undefined, [off, makeHostTool("mcp_notes_list")]);
  expect(deriveHealth(catalog, null).disabled.items).toMatchObject([
    {
      name: "mcp_notes_add",
      severity: "error",
      place: "dynamic/local_mcp/mcp_notes_add",
      message: "It could not be loaded: Its MCP server notes is not connected.",
      href: "/settings#mcp",
    },
  ]);
});

test("a disabled entry says why and what would enable it, at the line that disables it", async () => {
  const catalog = await readCatalog(({ low }) => writeTool(low, "needy", "requires: [teleporter]\n"));
  expect(deriveHealth(catalog, null).disabled.items).toMatchObject([
    { name: "needy", severity: "error", href: expect.stringMatching(/^\/capabilities\/needy/) },
  ]);
});

test("one name from several places names the winner and the rule", async () => {
  const catalog = await readCatalog(({ low, high, pending }) => {
    writeTool(low, "meant");
    writeTool(high, "meant", "when: Always.\n");
    writeTool(low, "twice");
    writeFiles(join(low, "again"), makeTool("twice"));
    writeTool(pending, "sound");
  });
  const { colliding, shadowed } = deriveHealth(catalog, null);
  expect(colliding.items.map(({ name, code, severity }) => [name, code, severity])).toEqual([
    ["meant", "later_root", "note"],
    ["sound", "pending_root", "note"],
    ["twice", "own_folder", "warning"],
  ]);
  expect(colliding.items[0]?.message).toMatch(
    /^A later root overrides an earlier one: .*high\/meant counts before .*low\/meant \(shadowed\)/,
  );
  expect(shadowed.items.map(({ name, code }) => [name, code])).toEqual([
    ["meant", "other_bytes"],
    ["twice", "same_bytes"],
  ]);
  expect(countCatalogToMend(catalog)).toBe(1);
});

test("names that only their dashes tell apart are named together", async () => {
  const catalog = await readCatalog(({ low }) => {
    writeTool(low, "look-up");
    writeTool(low, "look_up");
  });
  expect(deriveHealth(catalog, null).colliding.items).toMatchObject([
    { name: "look-up", code: "lookalike", message: expect.stringContaining('"look_up"') },
  ]);
});

test("what a provider refuses is told once for each rule, with a name that would do", async () => {
  const name = `a${"b".repeat(60)}`;
  const catalog = await readCatalog(({ low }) =>
    writeTool(low, name, "contract: { input: { oneOf: [{ type: object }] } }\n"),
  );
  const { items } = deriveHealth(catalog, null).provider;
  expect(items.map(({ code }) => code).sort()).toEqual(["name_too_long", "root_schema"]);
  expect(items.find(({ code }) => code === "name_too_long")).toMatchObject({
    message: expect.stringMatching(/Cursor takes at most 60/),
    next: expect.stringMatching(/^Call it "abb/),
  });
});

test("hidden characters are listed wherever they stand, Persian is not", async () => {
  const catalog = await readCatalog(({ low, pending }) => {
    writeTool(low, "persian", "when: می‌خواهم\n");
    writeTool(pending, "sly", "when: Never.\u202Ecod\n");
  });
  expect(deriveHealth(catalog, null).concealed.items).toMatchObject([
    {
      name: "sly",
      code: "concealed",
      message: expect.stringMatching(/^U\+202E/),
      href: expect.stringMatching(/selected=pending%3A/),
    },
  ]);
});

test("what no run has found is listed once runs have searched, drafts apart", async () => {
  const catalog = await readCatalog(() => undefined);
  const entries = new Map([...catalog.entries].map(([name, entry]) => [name, { ...entry, state: "trusted" as const }]));
  const missed = (matched: string[]) =>
    deriveHealth({ ...catalog, entries }, new Set(matched)).never_matched.items.map(({ name }) => name);
  expect(missed(["other"])).toEqual(["sound"]);
  expect(missed(["sound"])).toEqual([]);
  expect(deriveHealth(catalog, new Set(["other"])).never_matched.items).toEqual([]);
});
