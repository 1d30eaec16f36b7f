import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHostTools } from "#server/tools/host-tools";
import { buildCatalog } from "./build-catalog";
import type { Catalog } from "./catalog";
import type { ScannedRoot } from "./derive-winners";
import { editCatalog, type FolderEdit } from "./edit-catalog";
import { isSameScan } from "./is-same-scan";
import { findRoots } from "./roots";
import { scanFolder, scanRoot } from "./scan-root";
import { makeRoot, makeTempFolder, writeFiles, writeTool } from "./testing";

const hostTools = createHostTools();
const options = { onFiles: () => undefined };

async function scanAll(paths: readonly string[]): Promise<ScannedRoot[]> {
  const places = await findRoots(
    paths.map((path) => makeRoot(path)),
    new Set(),
  );
  return Promise.all(
    places.map(async (place) => ({
      place,
      scan: await scanRoot({ rootPath: place.path, layer: place.layer }, options),
    })),
  );
}

function build(roots: readonly ScannedRoot[], trusted: ReadonlySet<string>, previous?: Catalog): Catalog {
  const sources = { roots, trusted, hostTools, hostServices: ["clock"], loadedAt: 1 };
  return buildCatalog({ ...sources, ...(previous ? { previous } : {}) });
}

/** Everything of a catalog that can be compared; the indexes by what they find. */
function toComparable({ index, trustedIndex, ...held }: Catalog) {
  const untimed = <Entry extends object>(entry: Entry) => ({ ...entry, load: undefined });
  const entries = [...held.entries.values()].map(untimed);
  const shadowed = held.shadowed.map(untimed);
  const search = [index, trustedIndex].map((own) => [own.size, own.search("things anew", 100)]);
  return { ...held, entries, shadowed, search };
}

type Edit = { says: string; isShort: boolean; write: (root: string) => void };

const contract = (root: string, name: string, text: string) =>
  writeFileSync(join(root, name, "CAPABILITY.yaml"), `name: ${name}\n${text}`);

const STEPS = "tool_schema: { input: {}, steps: [{ tool: called }] }";
const skill = (root: string, name: string, more: string) =>
  writeFiles(join(root, name), { "SKILL.md": `---\nname: ${name}\ndescription: Says how.\n${more}\n---\nDo it.\n` });

const EDITS: readonly Edit[] = [
  { says: "another description", isShort: true, write: (root) => contract(root, "a", "description: Does it anew.\n") },
  { says: "another program", isShort: true, write: (root) => writeFileSync(join(root, "a/impl/run.mjs"), "// anew\n") },
  { says: "a file more", isShort: true, write: (root) => writeFiles(join(root, "a"), { "prompts/x.md": "x" }) },
  {
    says: "only its status line",
    isShort: true,
    write: (root) => contract(root, "a", "description: x\nstatus: trusted\n"),
  },
  { says: "one that is trusted", isShort: true, write: (root) => contract(root, "t", "description: Is anew.\n") },
  { says: "a finding that disables nothing", isShort: true, write: (root) => contract(root, "a", "version: 1.0.0\n") },
  {
    says: "the place of a built-in tool",
    isShort: true,
    write: (root) => contract(root, "web_search", "description: anew\n"),
  },
  {
    says: "a capability that others use",
    isShort: true,
    write: (root) => contract(root, "used", "description: anew\n"),
  },
  {
    says: "another tier and approval",
    isShort: true,
    write: (root) =>
      contract(root, "a", "tree: { routing: { min_tier: task_write }, perms: { approval_type: plan_confirm } }\n"),
  },
  {
    says: "another type",
    isShort: false,
    write: (root) => contract(root, "t", "type: focus_mode\nloop: { instructions: x, hidden: true }\n"),
  },
  {
    says: "another group",
    isShort: false,
    write: (root) => contract(root, "a", "description: x\ntree: { group: fs }\n"),
  },
  {
    says: "another name",
    isShort: false,
    write: (root) => writeFileSync(join(root, "a/CAPABILITY.yaml"), "name: b\n"),
  },
  { says: "a need", isShort: false, write: (root) => contract(root, "a", "uses: [{ capability: used }]\n") },
  { says: "a service", isShort: false, write: (root) => contract(root, "a", "requires: [clock]\n") },
  { says: "an error", isShort: false, write: (root) => contract(root, "used", "contract: { input: { type: no } }\n") },
  {
    says: "a tool that a composed one calls",
    isShort: false,
    write: (root) => contract(root, "called", "description: anew\n"),
  },
  {
    says: "a skill that compiles to a tool",
    isShort: false,
    write: (root) => skill(root, "composed", `${STEPS}\nwhen: now`),
  },
  { says: "steps in a skill", isShort: false, write: (root) => skill(root, "plain", STEPS) },
  {
    says: "what a skill needs of the machine",
    isShort: false,
    write: (root) => skill(root, "plain", "metadata: { requires: { bins: [git] } }"),
  },
  { says: "the tool of a skill", isShort: true, write: (root) => skill(root, "plain", "tools: a") },
  { says: "no program any more", isShort: false, write: (root) => rmSync(join(root, "a/impl"), { recursive: true }) },
  { says: "nothing to read", isShort: false, write: (root) => contract(root, "a", "x: [\n") },
  { says: "nothing at all", isShort: false, write: (root) => rmSync(join(root, "a"), { recursive: true }) },
  { says: "one that has a name as well", isShort: false, write: (root) => writeTool(root, "twin", "# anew\n") },
  { says: "one that is shadowed", isShort: false, write: (root) => contract(root, "under", "description: anew\n") },
  {
    says: "one under a broken override",
    isShort: false,
    write: (root) => contract(root, "below", "description: anew\n"),
  },
  {
    says: "one with the name of a host tool",
    isShort: false,
    write: (root) => writeTool(root, "capability_ls", "# anew\n"),
  },
];

/** A catalog in which everything is that an edit may concern. */
function fill(lower: string, upper: string): void {
  for (const name of ["a", "t", "used", "under", "below", "web_search", "capability_ls", "other"])
    writeTool(lower, name);
  writeTool(lower, "called");
  skill(lower, "composed", STEPS);
  skill(lower, "plain", "license: MIT");
  writeTool(lower, "user", "uses: [{ capability: used }]\n");
  writeFiles(join(lower, "twin"), { "CAPABILITY.yaml": "name: other\ndescription: x\n", "impl/run.mjs": "// x\n" });
  writeTool(upper, "under");
  writeFiles(join(upper, "below"), { "CAPABILITY.yaml": "name: [\n" });
}

test.each(EDITS)(
  "an edit ($says) gives the catalog that building it gives; short: $isShort",
  async ({ isShort, write }) => {
    using lower = makeTempFolder();
    using upper = makeTempFolder();
    fill(lower.path, upper.path);
    const before = await scanAll([lower.path, upper.path]);
    const trusted = new Set(
      [...before.flatMap(({ scan }) => [...scan.folders.values()])].flatMap((folder) =>
        folder.kind === "ok" && ["t", "used"].includes(folder.entry.name) ? folder.entry.digest : [],
      ),
    );
    const previous = build(before, trusted);
    write(lower.path);
    const edits: FolderEdit[] = [];
    for (const [folder, held] of before[0]?.scan.folders ?? []) {
      const after = await scanFolder({ rootPath: lower.path, layer: "L2" }, folder, options);
      if (!isSameScan(held, after)) edits.push({ before: held, after });
    }
    const edited = editCatalog(previous, edits, { trusted, loadedAt: 1 });
    expect(edited !== null).toBe(isShort);
    const built = build(await scanAll([lower.path, upper.path]), trusted);
    expect(built.revision).not.toBe(previous.revision);
    if (!edited) return;
    expect(toComparable(edited)).toEqual(toComparable(built));
    expect(editCatalog(edited, [], { trusted, loadedAt: 1 })?.revision).toBe(built.revision);
  },
);
