import type { CapabilityType, IntentTier, JsonSchema } from "#server/capability/contract";
import type { CatalogView } from "#server/loop/ports";
import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { catalogViewOf } from "#server/runs/catalog-view";
import { classifyMessage } from "#server/runs/classify-message";
import { DEFAULT_FOCUS_MODE } from "#server/runs/runs";
import type { HostTool } from "#server/tools/host-tool";
import { findRulesForName } from "#server/tree/derive-dynamic";
import { isAllowedInTier, scopeOf } from "#server/tree/derive-tools";
import type { TreeNode } from "#server/tree/node";
import type { DiagnoseInput } from "./diagnosis";

/** Of its own utterances so many are judged; more would say the same. */
const UTTERANCES_MAX = 8;

/** A message that the capability should be found for, and its tier with what decided it. */
export type Utterance = { text: string; tier: IntentTier; reasons: readonly string[] };

/** Everything the steps look at, gathered once. */
export type Subject = {
  catalog: Catalog;
  name: string;
  entry: CapabilityEntry | undefined;
  host: HostTool | undefined;
  /** Its place in the tree; for a dynamic name without one, its group's rules. */
  node: TreeNode | undefined;
  type: CapabilityType;
  description: string;
  when: string;
  input: JsonSchema | undefined;
  utterances: readonly Utterance[];
  budgetTokens: number;
  /** What a turn of this tier sees of the catalog; drafts only where the subject is one. Made once a tier. */
  viewOf(tier: IntentTier): CatalogView;
};

const BUDGET_TOKENS = 8_000;

function toUtterances(catalog: Catalog, input: DiagnoseInput, own: readonly string[]): Utterance[] {
  const texts = input.utterance?.trim() ? [input.utterance.trim()] : own.slice(0, UTTERANCES_MAX);
  return texts.map((text) => {
    const { tier, reasons } = classifyMessage(text, catalog.tree);
    return input.tier === undefined
      ? { text, tier, reasons }
      : { text, tier: input.tier, reasons: ["The tier was given."] };
  });
}

/** The winner of the name, else what a pending root has under it: its words can be judged all the same. */
export function findSubject(catalog: Catalog, input: DiagnoseInput): Subject | undefined {
  const { name } = input;
  const entry = catalog.entries.get(name) ?? catalog.pending.find((pending) => pending.name === name);
  const host = catalog.hostTools.get(name);
  const node = findRulesForName(catalog.tree, name);
  if (!entry && !host && (!node || node.disabled === undefined)) return undefined;
  const isHost = host !== undefined && entry === undefined;
  const allowDrafts = entry?.state === "draft";
  const views = new Map<IntentTier, CatalogView>();
  const viewOf = (tier: IntentTier) => {
    const known = views.get(tier);
    if (known) return known;
    const view = catalogViewOf(catalog, { tier, allowDrafts, focusMode: DEFAULT_FOCUS_MODE });
    views.set(tier, view);
    return view;
  };
  const own = entry?.contract.evidence.utterances ?? [];
  return {
    catalog,
    name,
    entry,
    host: isHost ? host : undefined,
    node,
    type: entry?.type ?? "tool",
    description: entry?.contract.description ?? host?.capability.description ?? node?.metadata.prompt?.summary ?? "",
    when: entry?.contract.when ?? host?.capability.when ?? node?.metadata.prompt?.usage_guide ?? "",
    input: entry ? entry.contract.contract.input : host?.capability.inputSchema,
    utterances: toUtterances(catalog, input, own),
    budgetTokens: input.budgetTokens ?? BUDGET_TOKENS,
    viewOf,
  };
}

/** True when the tool is in the tree and nothing here can run it: a place without an implementation. */
export function isEmptyPlace({ entry, host }: Subject): boolean {
  return entry === undefined && host === undefined;
}

export function canUseInTier({ node }: Subject, tier: IntentTier): boolean {
  return node !== undefined && (scopeOf(node) !== "" || isAllowedInTier(node, tier));
}
