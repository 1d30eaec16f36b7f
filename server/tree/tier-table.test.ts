import { expect, test } from "vitest";
import { INTENT_TIERS } from "#server/capability/contract";
import { createDefaultTree } from "./default-tree";
import { dynamicGroups } from "./derive-dynamic";
import { isAllowedInTier, minTierOf, scopeOf, toolsForTier } from "./derive-tools";
import type { TreeNode } from "./node";
import { lookupByToolHint } from "./tree-index";

const tree = createDefaultTree([]);

const HEAD = ["tool", ...INTENT_TIERS, "priority", "security", "file", "approval", "scope check"];

function toCells(label: string, node: TreeNode): string[] {
  const { perms, routing } = node.metadata;
  return [
    label,
    ...INTENT_TIERS.map((tier) => (isAllowedInTier(node, tier) ? "x" : "")),
    String(routing?.intent_priority || ""),
    perms?.min_security_level ?? "",
    perms?.file_access ?? "",
    perms?.approval_type ?? "",
    perms?.scope_check ?? "",
  ];
}

function toTable(rows: readonly string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(3, ...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)));
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [toLine(HEAD), toLine(widths.map((width) => "-".repeat(width))), ...rows.map(toLine)].join("\n");
}

function toTierTable(): string {
  const tools = tree.nodes.filter(({ kind }) => kind !== "group");
  const isOwn = (node: TreeNode) => scopeOf(node) !== "";
  const standard = tools.filter((node) => !isOwn(node)).map((node) => toCells(node.id, node));
  const counts = [
    "**together**",
    ...INTENT_TIERS.map((tier) => String(toolsForTier(tree, tier).length)),
    "",
    "",
    "",
    "",
    "",
  ];
  const scoped = tools.filter(isOwn).map((node) => toCells(`${node.name} (${scopeOf(node)})`, node));
  const dynamic = dynamicGroups(tree).map((group) =>
    toCells(`${group.metadata.runtime?.name_prefix}*`, { ...group, kind: "tool" }),
  );
  return `# Which tool may be used in which tier

The 6 tiers and all tools of the default tree, made by \`server/tree/tier-table.test.ts\`, which fails when the two differ. After a
wanted change: \`npx vitest run --project unit server/tree/tier-table.test.ts -u\`, and read the difference before it is committed.
\`docs/tree.md\` says where each row comes from.

## Static tools

${toTable([...standard, counts])}

## Tools of one sub-agent

Nobody else has them; in their own sub-agent the tier does not matter. The crosses are what the node says.

${toTable(scoped)}

## Names of dynamic groups

${toTable(dynamic)}
`;
}

test("the table of tiers and tools is the one that people read", async () => {
  await expect(toTierTable()).toMatchFileSnapshot("./tier-table.md");
});

/** Seed 004's table of tiers, tool by tool. */
test.each([
  ["web_search", "question"],
  ["memory_search", "question"],
  ["read_file", "task_light"],
  ["list_dir", "task_light"],
  ["web_fetch", "task_light"],
  ["write_file", "task_write"],
  ["bash", "task_write"],
  ["spawn_agent", "task_write"],
])("%s begins where the seed names it: %s", (name, tier) => {
  const node = lookupByToolHint(tree, name);
  expect(node && minTierOf(node)).toBe(tier);
});

/** Rows of domain.md 2.5 with "(delete)", and the two sub-agents' doors that only the seed has. */
test("the delete tier leaves out what the source's table leaves out", () => {
  const left = tree.nodes.filter(
    (node) => scopeOf(node) === "" && (node.metadata.routing?.exclude_from ?? []).includes("task_delete"),
  );
  expect(left.map(({ name }) => name).sort()).toEqual([
    "browser",
    "handoff_to_agent",
    "memory_get",
    "memory_search",
    "send_email",
    "send_media",
    "spawn_agent",
    "spawn_coder_agent",
    "spawn_media_agent",
    "web_search",
    "write_file",
  ]);
});
