import type { Contract } from "#server/capability/contract";

/** What the order needs to know of a winner or a host tool. */
export type Dependent = {
  name: string;
  /** Left out for a host tool, which stands in no root. */
  layer?: "L1" | "L2";
  contract: Pick<Contract, "uses" | "steps" | "requires">;
  disabled?: Disabled;
  /** Nobody approved its words: the reason of one that is no draft, which may stand in a prompt, never repeats them. */
  isDraft?: boolean;
};

export type Disabled = {
  reason: string;
  enabledBy: string;
  /** The finding it makes, and the top-level key and the word at which it stands; left out where the entry has its own. */
  cause?: { code: string; key: string; word: string };
};

export type LoadOrder = {
  /** Every name after those it needs; members of a cycle stand where they were met. */
  order: string[];
  /** Why an entry cannot be used: its own reason, or one that comes from what it needs. */
  disabled: ReadonlyMap<string, Disabled>;
};

/** Names a capability needs: what it declares and what its steps call, each once. */
export function findDependencies({ uses, steps }: Dependent["contract"]): string[] {
  const called = steps.flatMap((step) => (step.kind === "capability" && step.capability ? [step.capability] : []));
  return [...new Set([...uses.map((use) => use.capability), ...called])];
}

/** Most capabilities need nobody, and nothing keeps them from being used: thousands are passed over in a millisecond. */
export function isLone({ contract, disabled }: Dependent): boolean {
  const { uses, steps, requires } = contract;
  return uses.length === 0 && steps.length === 0 && requires.length === 0 && disabled === undefined;
}

/** `judged` are those of `order` that need somebody, or are needed. */
type Visit = { order: string[]; judged: string[]; done: Set<string>; cycles: Map<string, string[]> };

function finish(name: string, { done, order }: Visit): void {
  done.add(name);
  order.push(name);
}

/** Depth first without recursion: a chain may be as long as the catalog. */
function visitFrom(start: string, entries: ReadonlyMap<string, Dependent>, visit: Visit): void {
  const path: { name: string; left: string[] }[] = [];
  const enter = (name: string) => {
    const entry = entries.get(name);
    if (entry && !visit.done.has(name)) path.push({ name, left: findDependencies(entry.contract) });
  };
  enter(start);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const next = top.left.shift();
    if (next === undefined) {
      finish(top.name, visit);
      visit.judged.push(top.name);
      path.pop();
      continue;
    }
    const at = path.findIndex(({ name }) => name === next);
    if (at === -1) enter(next);
    else {
      const members = path.slice(at).map(({ name }) => name);
      for (const member of members) if (!visit.cycles.has(member)) visit.cycles.set(member, members);
    }
  }
}

/** A need stands in `uses`, or else in the step that calls it. */
function toCause(code: string, { contract }: Dependent, need: string): NonNullable<Disabled["cause"]> {
  return { code, key: contract.uses.some(({ capability }) => capability === need) ? "uses" : "steps", word: need };
}

function nextOf(name: string, cycle: readonly string[]): string {
  return cycle[(cycle.indexOf(name) + 1) % cycle.length] ?? name;
}

function ownReason(entry: Dependent, cycle: string[] | undefined, services: ReadonlySet<string>): Disabled | undefined {
  if (entry.disabled) return entry.disabled;
  if (cycle) {
    return {
      reason: `It needs itself: ${[...cycle, cycle[0]].join(" -> ")}.`,
      enabledBy: `Remove one of these uses from ${cycle.length === 1 ? "its contract" : "the contracts"}.`,
      cause: toCause("cycle", entry, nextOf(entry.name, cycle)),
    };
  }
  const service = entry.contract.requires.find((name) => !services.has(name));
  if (service === undefined) return undefined;
  return {
    reason: `It requires the service "${service}", which this server does not provide.`,
    enabledBy: `Remove it from "requires", or choose among ${[...services].join(", ")}.`,
    cause: { code: "unknown_service", key: "requires", word: service },
  };
}

function reasonOfNeed(entry: Dependent, need: string, known: LoadContext): Disabled | undefined {
  const needed = known.entries.get(need);
  if (!needed) {
    return {
      reason: `It uses "${need}", which no admitted root holds.`,
      enabledBy: `Add a capability named "${need}", or admit the root that holds it.`,
      cause: toCause("missing_use", entry, need),
    };
  }
  if (entry.layer === "L1" && needed.layer === "L2") {
    return {
      reason: `It ships with Capstan and uses "${need}", which is your team's: what ships may only use what ships.`,
      enabledBy: `Remove the override of "${need}", or copy "${entry.name}" into a root of your team.`,
      cause: toCause("layer", entry, need),
    };
  }
  const cause = known.disabled.get(need);
  if (!cause) return undefined;
  if (needed.isDraft && !entry.isDraft) {
    return {
      reason: `It uses "${need}", a draft that is disabled.`,
      enabledBy: `See what disables "${need}", and mend that.`,
      cause: toCause("uses_disabled", entry, need),
    };
  }
  return {
    reason: `It uses "${need}", which is disabled: ${cause.reason}`,
    enabledBy: cause.enabledBy,
    cause: toCause("uses_disabled", entry, need),
  };
}

type LoadContext = {
  entries: ReadonlyMap<string, Dependent>;
  disabled: Map<string, Disabled>;
};

/**
 * Orders winners and host tools so that each stands after what it needs (`uses` and the capabilities its steps call) and
 * finds those that cannot be used: members of a cycle, which the reason names in full; what uses something missing or
 * disabled; what ships and uses the team's (design.md 4: L2 may use L1, never the reverse); what requires a service that
 * `services` does not hold. Only `wanted`, and what they need, are looked at; left out, all are.
 */
export function deriveLoadOrder(
  entries: ReadonlyMap<string, Dependent>,
  services: ReadonlySet<string>,
  wanted: Iterable<string> = entries.keys(),
): LoadOrder {
  const visit: Visit = { order: [], judged: [], done: new Set(), cycles: new Map() };
  for (const name of wanted) {
    const entry = entries.get(name);
    if (!entry || visit.done.has(name)) continue;
    if (isLone(entry)) finish(name, visit);
    else visitFrom(name, entries, visit);
  }
  const context: LoadContext = { entries, disabled: new Map() };
  for (const name of visit.judged) {
    const entry = entries.get(name);
    if (!entry) continue;
    const needs = findDependencies(entry.contract);
    const own = ownReason(entry, visit.cycles.get(name), services);
    const reason = own ?? needs.map((need) => reasonOfNeed(entry, need, context)).find((found) => found !== undefined);
    if (reason) context.disabled.set(name, reason);
  }
  return { order: visit.order, disabled: context.disabled };
}
