import type { ApiOutputs } from "#components/api";
import { seeAsText } from "#components/messages/en/see-as";
import { tierWords } from "#components/messages/en/words";
import { type CatalogItem, type CatalogModel, findItem } from "./catalog-model";

/** What the server says an agent gets. */
export type Sight = ApiOutputs["catalog"]["seeAs"];
export type LeftOutReason = Sight["leftOut"][number]["reason"];

export type Tier = keyof typeof tierWords;
export type ApprovalMode = keyof typeof seeAsText.modes;
/** Through whose eyes the catalog is seen; `scope` "" is the main agent. */
export type SeeAsChoice = { tier: Tier; scope: string; mode: ApprovalMode };

export const TIERS = Object.keys(tierWords) as Tier[];
export const MODES = Object.keys(seeAsText.modes) as ApprovalMode[];

export const DEFAULT_BUDGET = 8_000;
const BUDGET_MAX = 10_000_000;

/** The choice that a URL names; null when it names no tier that there is. */
export function parseSeeAs(get: (name: string) => string | null): SeeAsChoice | null {
  const tier = TIERS.find((each) => each === get("as"));
  if (tier === undefined) return null;
  return { tier, scope: get("as_scope") ?? "", mode: MODES.find((each) => each === get("as_mode")) ?? "full" };
}

/** The budget that a URL names, in tokens. */
export function parseBudget(text: string | null): number {
  const budget = Number(text);
  return text !== null && Number.isInteger(budget) && budget > 0 && budget <= BUDGET_MAX ? budget : DEFAULT_BUDGET;
}

/** What is called by its name: what the tree holds. Shadowed, pending, broken and new drafts are never anybody's. */
export function isCallable({ entry }: CatalogItem): boolean {
  return entry === null || entry.place === "current";
}

/** The items that an agent gets; a capability that is disabled for having a host tool's name is not what the agent gets by it. Pure. */
export function filterSeen(items: readonly CatalogItem[], names: readonly string[]): CatalogItem[] {
  const given = new Set(names);
  return items.filter((item) => isCallable(item) && item.state !== "disabled" && given.has(item.name));
}

export type LeftOut = { reason: LeftOutReason; items: CatalogItem[] };

/** What is left out, as items of the page; those without a place in the tree are told by their folders. Pure. */
export function toLeftOut(model: CatalogModel, leftOut: Sight["leftOut"]): LeftOut[] {
  return leftOut.map(({ reason, names }) => {
    const isByFolder = reason === "pending" || reason === "broken";
    const items = names.flatMap((name) => findItem(model, isByFolder ? `${reason}:${name}` : name) ?? []);
    return { reason, items };
  });
}

/** Why an agent does not get an item; null when it gets it or nobody knows. Pure. */
export function findReason(item: CatalogItem, leftOut: Sight["leftOut"]): LeftOutReason | null {
  const key = item.entry !== null && !isCallable(item) ? item.entry.folder : item.name;
  return leftOut.find(({ names }) => names.includes(key))?.reason ?? null;
}
