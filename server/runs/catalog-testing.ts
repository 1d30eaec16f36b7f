import { contractSchema } from "#server/capability/contract";
import { buildCatalog } from "#server/registry/build-catalog";
import type { Catalog } from "#server/registry/catalog";
import type { ScannedRoot } from "#server/registry/derive-winners";
import { createHostTools } from "#server/tools/host-tools";

/** The keys of a contract; `text` makes it a SKILL.md. */
export type Made = { name: string; text?: string; [key: string]: unknown };

/** A later root with a folder of the name whose file cannot be read as a contract. */
export function makeBrokenRoot(name: string, message: string): ScannedRoot {
  const place = { ...makeRoot([]).place, path: "/broken", order: 2 };
  const issue = { severity: "error" as const, code: "duplicate_key", message, file: "CAPABILITY.yaml", path: "" };
  const issues = [{ ...issue, line: 1, column: 1, endLine: 1, endColumn: 1 }];
  const folder = `${place.path}/${name}`;
  const broken = { name, rootPath: place.path, layer: place.layer, folder, issues };
  return { place, scan: { folders: new Map([[folder, { kind: "broken", broken }]]) } };
}

/** A root with these in it, as a scan would find it. */
export function makeRoot(
  capabilities: readonly Made[],
  admission: "not_needed" | "pending" = "not_needed",
): ScannedRoot {
  const path = admission === "pending" ? "/pending" : "/root";
  const folders = capabilities.map(({ text, ...given }) => {
    const parsed = contractSchema.parse(given);
    const contract = { ...parsed, type: parsed.type ?? ("tool" as const) };
    const folder = `${path}/${given.name}`;
    const entry = {
      name: given.name,
      type: contract.type,
      layer: "L2" as const,
      rootPath: path,
      folder,
      digest: `digest of ${given.name}`,
      contract,
      files: [],
      source: { file: text === undefined ? ("CAPABILITY.yaml" as const) : ("SKILL.md" as const), text: text ?? "" },
      issues: [],
    };
    return [folder, { kind: "ok" as const, entry }] as const;
  });
  const place = { path, layer: "L2" as const, order: 1, origin: "user", admission, exists: true, writable: true };
  return { place, scan: { folders: new Map(folders) } };
}

const hostTools = createHostTools();

/** A catalog over one root, all of it trusted but `drafts`, and the shipped host tools. */
export function makeCatalog(
  capabilities: readonly Made[],
  drafts: readonly string[] = [],
  roots: ScannedRoot[] = [],
): Catalog {
  const trusted = capabilities.map(({ name }) => name).filter((name) => !drafts.includes(name));
  return buildCatalog({
    roots: [makeRoot(capabilities), ...roots],
    trusted: new Set(trusted.map((name) => `digest of ${name}`)),
    hostTools,
    hostServices: ["clock"],
    loadedAt: 0,
  });
}
