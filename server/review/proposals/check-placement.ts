import type { CapabilityFiles } from "#server/capability/contract";
import { AppError } from "#server/errors";
import { buildTree } from "#server/registry/build-tree";
import type { Catalog } from "#server/registry/catalog";
import { judgeFiles } from "#server/registry/load-entry";
import { validateTree } from "#server/tree/validate-tree";

/**
 * Refuses a proposal that would make the tree unsound at its own place, such as a sub-agent's tool without its scope: the tree
 * is built as it would be once approved, and judged at every level (domain.md 2.7). Throws bad_input with the findings.
 */
export function checkPlacement(catalog: Catalog, name: string, files: CapabilityFiles): void {
  const judged = judgeFiles(files, { rootPath: "", layer: "L2", folder: name });
  if (judged.kind === "broken") return;
  const others = [...catalog.entries.values()].filter((entry) => entry.name !== name);
  const { tree, misplaced } = buildTree(
    [...others, { ...judged.entry, state: "draft" }],
    [...catalog.hostTools.values()],
  );
  const refused = misplaced.get(name);
  if (refused) throw new AppError("bad_input", refused.reason, { next: refused.enabledBy });
  const registered = new Set([...catalog.hostTools.keys(), ...catalog.entries.keys(), name]);
  const id = tree.nodes.find((node) => node.kind !== "group" && node.name === name)?.id;
  const wrong = validateTree(tree, { level: 0, registered }).filter(
    ({ nodeId, severity }) => severity === "error" && nodeId === id,
  );
  const [first] = wrong;
  if (!first) return;
  throw new AppError("bad_input", `${name} would not be sound there: ${first.message}`, {
    next: first.next,
    details: { findings: wrong },
  });
}
