import { APPROVAL_TYPES, type ApprovalType, type IntentTier } from "#server/capability/contract";
import { estimateTokens } from "#server/capability/estimate-tokens";
import { AppError } from "#server/errors";
import { possibleActions } from "#server/loop/allowed-actions";
import type { CatalogView } from "#server/loop/ports";
import { toStandingSections } from "#server/loop/prompt/action-prompt";
import { LISTED_MAX } from "#server/loop/prompt/background";
import { toCapabilityLine } from "#server/loop/prompt/capability-usage";
import type { Catalog } from "#server/registry/catalog";
import { type ApprovalMode, isAsking, needsPlan } from "#server/tree/approval-modes";
import { approvalProblem } from "#server/tree/approval-problem";
import { catalogViewOf, toViewRules } from "./catalog-view";
import { findRefusalReason, REFUSAL_REASONS, type RefusalReason } from "./view-refusal";

/** Beside what refuses a name: a hidden focus mode is in no list, a pending root's and a broken entry are in no tree. */
export const LEFT_OUT_REASONS = [...REFUSAL_REASONS, "hidden", "pending", "broken"] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export type SeeAsOptions = {
  tier: IntentTier;
  /** Type of the sub-agent, "" for the main agent. */
  scope: string;
  mode: ApprovalMode;
  focusMode: string;
};

/** What an agent gets of a catalog: what it may use, what its prompt says of it, what asks first, what is left out and why. */
export type AgentSight = {
  revision: string;
  /** Scopes that some node of the tree has. */
  scopes: string[];
  /** What it may use, in the tree's order. */
  names: string[];
  /** What of its first prompt is the same for every message; tokens are estimates. */
  prompt: { sections: { name: string; body: string; tokens: number }[]; listed: number; tokens: number };
  /** Tokens of the lines of everything it may use, as if all of them were listed. */
  wholeTokens: number;
  approvals: {
    /** False where the mode lets everything pass. */
    isAsking: boolean;
    /** True when the plan as a whole needs a yes. */
    needsPlan: boolean;
    /** What needs a yes of its own; `isRefused` as long as no run can ask a person. */
    types: { type: ApprovalType; names: string[]; isRefused: boolean }[];
  };
  /** Names of the tree by the first reason that keeps them out; for `pending` and `broken`, which are in no tree, folders. */
  leftOut: { reason: LeftOutReason; names: string[] }[];
};

/** The sub-agents' own scopes in a tree, sorted; the main agent's "" is none of them. */
function findScopes({ tree }: Pick<Catalog, "tree">): string[] {
  const scopes = new Set(tree.nodes.map((node) => node.metadata.runtime?.subagent_scope ?? ""));
  scopes.delete("");
  return [...scopes].sort();
}

/**
 * Exactly what a run of these options would get of the catalog: the same view and the same prompt, asked without a run.
 * Drafts are left out, as in every run that nobody allowed them. Pure. Throws not_found for a scope that no node has.
 */
export function seeAs(catalog: Catalog, options: SeeAsOptions): AgentSight {
  const scopes = findScopes(catalog);
  if (options.scope !== "" && !scopes.includes(options.scope)) {
    throw new AppError("not_found", `No capability is for a sub-agent called ${options.scope}.`, {
      next: `The scopes are ${scopes.join(", ") || "none"}.`,
    });
  }
  const view = catalogViewOf(catalog, { ...options, allowDrafts: false });
  return {
    revision: catalog.revision,
    scopes,
    names: view.capabilities.map(({ name }) => name),
    prompt: toPromptSight(view),
    wholeTokens: view.capabilities.reduce((sum, each) => sum + estimateTokens(toCapabilityLine(each)), 0),
    approvals: toApprovalSight(view, options),
    leftOut: findLeftOut(catalog, view, options),
  };
}

function toPromptSight(view: CatalogView): AgentSight["prompt"] {
  const sections = toStandingSections(view, possibleActions(view)).map(({ name, body }) => ({
    name,
    body,
    tokens: estimateTokens(body),
  }));
  return {
    sections,
    listed: Math.min(LISTED_MAX, view.capabilities.length),
    tokens: sections.reduce((sum, section) => sum + section.tokens, 0),
  };
}

function toApprovalSight({ capabilities }: CatalogView, { tier, mode }: SeeAsOptions): AgentSight["approvals"] {
  const types = APPROVAL_TYPES.flatMap((type) => {
    const asking = capabilities.filter(({ approvalType }) => type !== "none" && approvalType === type);
    if (asking.length === 0) return [];
    const isRefused = asking.some((capability) => approvalProblem(capability) !== null);
    return [{ type, names: asking.map(({ name }) => name), isRefused }];
  });
  return { isAsking: isAsking(mode), needsPlan: needsPlan(tier), types };
}

function findLeftOut(catalog: Catalog, view: CatalogView, options: SeeAsOptions): AgentSight["leftOut"] {
  const rules = toViewRules(catalog, { ...options, allowDrafts: false });
  const listed = new Set(view.capabilities.map(({ name }) => name));
  const byReason = new Map<LeftOutReason, string[]>(LEFT_OUT_REASONS.map((reason) => [reason, []]));
  for (const node of catalog.tree.nodes) {
    if (node.kind === "group" || listed.has(node.name)) continue;
    const reason: RefusalReason | undefined = findRefusalReason(node, catalog.entries.get(node.name), rules);
    byReason.get(reason ?? "hidden")?.push(node.name);
  }
  byReason.get("pending")?.push(...catalog.pending.map(({ folder }) => folder));
  byReason.get("broken")?.push(...catalog.broken.map(({ folder }) => folder));
  return [...byReason].flatMap(([reason, names]) => (names.length === 0 ? [] : [{ reason, names }]));
}
