import type { ContractIssue } from "#server/capability/contract";
import { checkOfferedTool, PROVIDERS, type ProviderFinding } from "#server/capability/provider-rules";
import type { TreeNode } from "#server/tree/node";
import type { BrokenEntry, CapabilityEntry, Catalog } from "../catalog";
import { findCollisions } from "./find-collisions";
import { groupBy } from "./group-by";
import { countToMend, type Health, type HealthItem, type HealthSection } from "./health";
import { toEditHref, toSelectHref } from "./to-href";

/** The name that clients of this server's MCP endpoint put before its tools. */
const MCP_SERVER_NAME = "capstan";

/** Names that the discovery of runs has found; null while none has found anything. */
export type MatchedNames = ReadonlySet<string> | null;

/**
 * All that a person may want to mend in a catalog, by kind (field-notes 2 A): each item says what is wrong, where, what to
 * do, and where that is done. Items of one section are in order of name. Pure.
 */
export function deriveHealth(catalog: Catalog, matched: MatchedNames): Health {
  return { ...deriveCatalogHealth(catalog), never_matched: toNeverMatched([...catalog.entries.values()], matched) };
}

type CatalogHealth = Omit<Health, "never_matched">;

/** A catalog never changes, and the rail asks after each of its pages. */
const known = new WeakMap<Catalog, CatalogHealth>();

function deriveCatalogHealth(catalog: Catalog): CatalogHealth {
  const before = known.get(catalog);
  if (before !== undefined) return before;
  const winners = [...catalog.entries.values()];
  const held = [...winners, ...catalog.shadowed, ...catalog.pending];
  const health = {
    broken: toSection(catalog.broken.map((broken) => toBrokenItem(catalog, broken))),
    disabled: toSection([...winners.flatMap(toDisabledItems), ...catalog.tree.nodes.flatMap(toDisabledToolItems)]),
    concealed: toSection(held.flatMap((entry) => toConcealedItems(catalog, entry))),
    provider: toSection(winners.flatMap(toProviderItems)),
    colliding: toSection(findCollisions(catalog)),
    shadowed: toSection(catalog.shadowed.map((entry) => toShadowedItem(catalog, entry))),
  };
  known.set(catalog, health);
  return health;
}

/** What wants mending in all; what no run has found yet is only worth knowing. */
export function countCatalogToMend(catalog: Catalog): number {
  return Object.values(deriveCatalogHealth(catalog)).reduce((sum, section) => sum + countToMend(section), 0);
}

function toSection(items: readonly HealthItem[]): HealthSection {
  return { items: [...items].sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1)) };
}

function placeOf(folder: string, { file, line, column }: ContractIssue): string {
  return `${folder}/${file}:${line}:${column}`;
}

/** Where an issue of an entry is mended: its line in the editor when the name leads to this folder, else its row. */
function hrefOf(catalog: Catalog, entry: CapabilityEntry | BrokenEntry, issue?: ContractIssue): string {
  const winner = catalog.entries.get(entry.name);
  const isWinner = winner !== undefined && winner.folder === entry.folder;
  // What is compiled from a skill is mended there.
  if (isWinner) return toEditHref(winner.composedFrom ?? entry.name, issue);
  if ("digest" in entry) {
    const isShadowed = catalog.shadowed.some(({ folder }) => folder === entry.folder);
    return toSelectHref(isShadowed ? "shadowed" : "pending", entry.folder);
  }
  const isOnly = winner === undefined && catalog.broken.filter(({ name }) => name === entry.name).length === 1;
  return isOnly ? toEditHref(entry.name, issue) : toSelectHref("broken", entry.folder);
}

function toBrokenItem(catalog: Catalog, broken: BrokenEntry): HealthItem {
  const issue = broken.issues.find(({ severity }) => severity === "error") ?? broken.issues[0];
  const more = broken.issues.length - 1;
  const next =
    issue?.fix === undefined
      ? "Mend it there; it is loaded again at once."
      : "Take the fix that the editor offers at this line; it is loaded again at once.";
  return {
    id: broken.folder,
    name: broken.name,
    severity: "error",
    code: issue?.code ?? "unreadable",
    place: issue === undefined ? broken.folder : placeOf(broken.folder, issue),
    message: issue?.message ?? "It cannot be read.",
    next: more > 0 ? `${next} It has ${more} more ${more === 1 ? "finding" : "findings"}.` : next,
    ...(issue?.fix === undefined ? {} : { fix: issue.fix }),
    href: hrefOf(catalog, broken, issue),
  };
}

function toDisabledItems(entry: CapabilityEntry): HealthItem[] {
  if (entry.disabled === undefined) return [];
  const { reason, enabledBy } = entry.disabled;
  const issue = entry.issues.find(({ severity, message }) => severity === "error" && message === reason);
  return [
    {
      id: entry.name,
      name: entry.name,
      severity: "error",
      code: issue?.code ?? "disabled",
      place: issue === undefined ? entry.folder : placeOf(entry.folder, issue),
      message: reason,
      next: enabledBy,
      href: toEditHref(entry.name, issue),
    },
  ];
}

/** A tool of the host that could not be loaded; those of MCP servers are mended in Settings. */
function toDisabledToolItems({ id, name, parent, source, disabled }: TreeNode): HealthItem[] {
  if (source !== "host" || disabled === undefined) return [];
  const { reason, enabledBy } = disabled;
  const href = parent === "dynamic/local_mcp" ? "/settings#mcp" : toEditHref(name);
  return [{ id, name, severity: "error", code: "disabled", place: id, message: reason, next: enabledBy, href }];
}

function toConcealedItems(catalog: Catalog, entry: CapabilityEntry): HealthItem[] {
  return entry.issues
    .filter(({ code }) => code === "concealed")
    .map((issue) => ({
      id: placeOf(entry.folder, issue),
      name: entry.name,
      severity: "warning" as const,
      code: issue.code,
      place: placeOf(entry.folder, issue),
      message: issue.message,
      next: "Look at the line before you trust it: hidden characters are drawn there by their codes.",
      href: hrefOf(catalog, entry, issue),
    }));
}

/** What does not change with a contract's bytes is judged once for it, however many revisions hold it. */
const refusals = new WeakMap<CapabilityEntry["contract"], readonly ProviderFinding[]>();

function findRefusals({ name, contract }: CapabilityEntry): readonly ProviderFinding[] {
  const before = refusals.get(contract);
  if (before !== undefined) return before;
  const tool = { name, description: contract.description, input: contract.contract.input };
  const findings = PROVIDERS.flatMap((provider) =>
    checkOfferedTool(provider === "cursor" ? { ...tool, prefix: MCP_SERVER_NAME } : tool, provider),
  );
  refusals.set(contract, findings);
  return findings;
}

/** One item for each rule that an entry breaks, whichever providers have it. */
function toProviderItems(entry: CapabilityEntry): HealthItem[] {
  if (entry.type === "focus_mode" || entry.type === "skill") return [];
  const byCode = groupBy(findRefusals(entry), ({ code }) => code);
  return [...byCode].map(([code, findings]) => {
    const alias = findings.find((finding) => finding.alias !== undefined)?.alias;
    return {
      id: `${entry.name}:${code}`,
      name: entry.name,
      severity: "warning" as const,
      code,
      place: entry.folder,
      message: findings.map(({ message }) => message).join(" "),
      next: alias === undefined ? "Change its contract, or keep it from these providers." : `Call it "${alias}", say.`,
      href: toEditHref(entry.name),
    };
  });
}

function toShadowedItem(catalog: Catalog, entry: CapabilityEntry & { shadowedBy: string }): HealthItem {
  const winner = catalog.entries.get(entry.name);
  const isSame = winner?.digest === entry.digest;
  return {
    id: entry.folder,
    name: entry.name,
    severity: "note",
    code: isSame ? "same_bytes" : "other_bytes",
    place: entry.folder,
    message: isSame
      ? `${entry.shadowedBy} overrides it with the same bytes.`
      : `${entry.shadowedBy} overrides it and counts instead.`,
    next: isSame
      ? "Remove one of the two."
      : "Keep it if the override is meant; else remove one, or give it another name.",
    href: toSelectHref("shadowed", entry.folder),
  };
}

/** Only what loops may find can be missed by them. */
function toNeverMatched(winners: readonly CapabilityEntry[], matched: MatchedNames): HealthSection {
  if (matched === null) return { items: [], isUnknown: true };
  return toSection(
    winners
      .filter(({ name, state, disabled }) => state === "trusted" && disabled === undefined && !matched.has(name))
      .map(({ name, folder }) => ({
        id: name,
        name,
        severity: "note" as const,
        code: "never_matched",
        place: folder,
        message: "No run's search has found it.",
        next: "Say in its description and its when the words that people use, or leave it out.",
        href: toEditHref(name),
      })),
  );
}
