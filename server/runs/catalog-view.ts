import { parseSkill } from "#server/capability/parse-skill";
import { skillTermsOf } from "#server/capability/skill-terms";
import { buildSearchIndex } from "#server/discovery/build-index";
import type { SearchHit, SearchIndex } from "#server/discovery/hit";
import type { Problem } from "#server/errors";
import type { CatalogView, CatalogViewOptions, LoopCapability } from "#server/loop/ports";
import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { bindingsOf } from "#server/registry/skills/catalog-bindings";
import { toHostDocument, toSearchDocument } from "#server/registry/to-search-document";
import { deriveMetadata } from "#server/tree/derive-node";
import type { TreeNode } from "#server/tree/node";
import { toolsByName } from "#server/tree/tree-index";
import { findRefusal, findRefusalReason, type ViewRules } from "./view-refusal";

/** Nearest names asked for, in multiples of what is wanted, since some of them may not be used. */
const WIDEN = 4;

function skillTextOf({ source }: CapabilityEntry): string {
  if (source.file !== "SKILL.md") return source.text;
  const parsed = parseSkill(source.text, source.file);
  return parsed.kind === "ok" ? parsed.body : source.text;
}

/** An entry as a loop sees it. What its place in the tree asks for holds: it may be that of a built-in it took over. */
function toLoopCapability(
  entry: CapabilityEntry,
  { node, suffix }: { node: TreeNode | undefined; suffix: string },
): LoopCapability {
  const { contract } = entry;
  const { display, perms } = node?.metadata ?? deriveMetadata(contract);
  return {
    name: entry.name,
    type: entry.type,
    title: display?.title ?? entry.name,
    description: contract.description + suffix,
    when: contract.when,
    state: entry.state,
    digest: entry.digest,
    source: "capability",
    inputSchema: contract.contract.input ?? { type: "object" },
    approvalType: perms?.approval_type ?? "none",
    ...(entry.type === "skill" ? { skillText: skillTextOf(entry) } : {}),
    ...(contract.loop === undefined ? {} : { loop: contract.loop }),
    about: {
      layer: entry.layer,
      version: contract.version,
      sensitivity: contract.sensitivity,
      steps: contract.steps.map(({ id, kind }) => `${id}:${kind}`).join(", "),
    },
  };
}

type Filters = { size: number; isListed: (name: string) => boolean; isMentionable: (name: string) => boolean };

/** An index that finds only what is listed, and what a message names where that may be named. */
function filterIndex(base: SearchIndex, { size, isListed, isMentionable }: Filters): SearchIndex {
  return {
    size,
    search: (query, limit) => base.search(query, limit, isListed),
    mentions: (text) => base.mentions(text).filter(({ name }) => isMentionable(name)),
    nearest(identifier, limit) {
      return base
        .nearest(identifier, limit * WIDEN)
        .filter(isListed)
        .slice(0, limit);
    },
  };
}

/** A host tool with what a bound skill adds; the same object where none does. */
function withSuffix(capability: LoopCapability, suffix: string): LoopCapability {
  return suffix === "" ? capability : { ...capability, description: capability.description + suffix };
}

function findUsable(catalog: Catalog, rules: ViewRules): Map<string, LoopCapability> {
  const order = new Map(catalog.tree.nodes.map((node, index) => [node.name, index]));
  const placeOf = ({ name }: LoopCapability) => order.get(name) ?? order.size;
  const nodes = rules.nodes;
  const { suffixes } = bindingsOf(catalog, rules.options.allowDrafts);
  const suffixOf = (name: string) => suffixes.get(name) ?? "";
  const host = [...catalog.hostTools.values()]
    .map(({ capability }) => withSuffix(capability, suffixOf(capability.name)))
    .filter(({ name }) => {
      const node = nodes.get(name);
      return node !== undefined && findRefusalReason(node, undefined, rules) === undefined;
    });
  const own = [...catalog.entries.values()]
    .filter(
      (entry) => entry.contract.loop?.hidden !== true && findRefusal({ name: entry.name, entry }, rules) === undefined,
    )
    .map((entry) => toLoopCapability(entry, { node: nodes.get(entry.name), suffix: suffixOf(entry.name) }));
  const usable: LoopCapability[] = [...host, ...own].sort((a, b) => placeOf(a) - placeOf(b));
  return new Map(usable.map((capability) => [capability.name, capability]));
}

/** One name as a prompt lists it, whoever may use it; undefined where nothing implements it. */
export function findListedCapability(
  catalog: Catalog,
  { node, entry }: { node: TreeNode; entry: CapabilityEntry | undefined },
): LoopCapability | undefined {
  const suffix = bindingsOf(catalog).suffixes.get(node.name) ?? "";
  if (entry) return toLoopCapability(entry, { node, suffix });
  const tool = catalog.hostTools.get(node.name);
  return tool && withSuffix(tool.capability, suffix);
}

/** Why a name of the catalog may not be used, whatever keeps it; undefined for an unknown one. */
function findNameRefusal(catalog: Catalog, name: string, rules: ViewRules): Problem | undefined {
  const entry = catalog.entries.get(name);
  if (entry !== undefined) return findRefusal({ name, entry }, rules);
  if (catalog.pending.some((pending) => pending.name === name)) {
    const next = "A person can look at the root in Settings and admit it.";
    return { code: "root_pending", message: `${name} lies in a root that nobody has admitted.`, next };
  }
  const broken = catalog.broken.find((candidate) => candidate.name === name);
  if (broken === undefined) return rules.nodes.has(name) ? findRefusal({ name }, rules) : undefined;
  // A finding may quote the file, and nobody approved its words (design.md 6).
  const [first] = rules.options.allowDrafts ? broken.issues : [];
  return {
    code: "broken_contract",
    message: `${name} cannot be loaded: ${first?.message ?? "its file cannot be read as a contract."}`,
    next: "Its author can mend the file.",
  };
}

/** Over everything, drafts and host tools included; for runs that a person started with allow drafts. */
function buildWholeIndex(catalog: Catalog): SearchIndex {
  const host = [...catalog.hostTools.values()].map(toHostDocument);
  return buildSearchIndex([...host, ...[...catalog.entries.values()].map(toSearchDocument)]);
}

/** What a catalog and the options of a view decide by. */
export function toViewRules(catalog: Catalog, options: CatalogViewOptions): ViewRules {
  const loop = catalog.entries.get(options.focusMode)?.contract.loop;
  return { options, loop, nodes: toolsByName(catalog.tree) };
}

/**
 * What one turn of a run may see and call: the tier, scope, trust and focus mode let through (design.md 6; domain.md 2.3),
 * in the order of the tree. The host tools are in every loop. Pure; the same catalog and options give the same view.
 */
export function catalogViewOf(catalog: Catalog, options: CatalogViewOptions): CatalogView {
  const rules = toViewRules(catalog, options);
  const { loop } = rules;
  const usable = findUsable(catalog, rules);
  const base = options.allowDrafts ? buildWholeIndex(catalog) : catalog.trustedIndex;
  const termsOf = (name: string) => {
    const contract = catalog.entries.get(name)?.contract;
    return contract && skillTermsOf(contract);
  };
  // A skill may keep itself from models, or from people who name it (domain.md 2.8).
  const isListed = (name: string) => usable.has(name) && termsOf(name)?.isModelInvocable !== false;
  const isMentionable = (name: string) => usable.has(name) && termsOf(name)?.isUserInvocable !== false;
  const capabilities = [...usable.values()].filter(({ name }) => isListed(name));
  const refusalOf = (name: string) => (usable.has(name) ? undefined : findNameRefusal(catalog, name, rules));
  return {
    revision: catalog.revision,
    ...(loop === undefined ? {} : { loop }),
    capabilities,
    index: filterIndex(base, { size: capabilities.length, isListed, isMentionable }),
    get: (name) => usable.get(name),
    refusalOf,
    refusedFor(query, limit) {
      // A built-in that nothing implements is refused when it is named, and not offered for words that would fit it.
      const isRefused = (name: string) =>
        !usable.has(name) && catalog.entries.has(name) && catalog.entries.get(name)?.contract.loop?.hidden !== true;
      const found: SearchHit[] = [
        ...catalog.index.mentions(query).filter(({ name }) => catalog.entries.has(name)),
        ...catalog.index.search(query, limit, isRefused),
      ];
      const names = new Set(found.map(({ name }) => name));
      return [...names]
        .flatMap((name) => {
          const problem = refusalOf(name);
          return problem === undefined ? [] : [{ name, problem }];
        })
        .slice(0, limit);
    },
  };
}

/** The catalog that one turn resolves everything against, and what of it the turn may use. */
export type TurnCatalog = { catalog: Catalog; view: CatalogView };

/** Views of the newest catalog, kept as long as that catalog is: ten turns of one tier share one. */
export function createCatalogViews(current: () => Catalog): (options: CatalogViewOptions) => TurnCatalog {
  const views = new WeakMap<Catalog, Map<string, CatalogView>>();
  return (options) => {
    const catalog = current();
    const ofCatalog = views.get(catalog) ?? new Map<string, CatalogView>();
    views.set(catalog, ofCatalog);
    const key = JSON.stringify([options.tier, options.scope ?? "", options.allowDrafts, options.focusMode]);
    const view = ofCatalog.get(key) ?? catalogViewOf(catalog, options);
    ofCatalog.set(key, view);
    return { catalog, view };
  };
}
