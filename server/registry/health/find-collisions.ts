import { basename } from "node:path";
import type { CapabilityEntry, Catalog } from "../catalog";
import { groupBy } from "./group-by";
import type { HealthItem } from "./health";
import { toEditHref, toSelectHref } from "./to-href";

/** One place that claims a name. `rank` is the precedence of its root. */
type Claim = {
  name: string;
  place: "current" | "shadowed" | "pending" | "broken" | "built_in";
  folder: string;
  rootPath: string;
};

/** Why one of several claims counts (design.md 4). */
type Rule = "built_in" | "broken_override" | "pending_root" | "own_folder" | "later_root";

const RULES: Record<Rule, { severity: HealthItem["severity"]; why: string; next: string }> = {
  built_in: {
    severity: "error",
    why: "it is the name of a built-in tool, which no capability replaces",
    next: "Give the capability another name.",
  },
  broken_override: {
    severity: "warning",
    why: "what would override it is broken, and the one below counts until that is mended",
    next: "Mend or remove the broken folder.",
  },
  own_folder: {
    severity: "warning",
    why: "of two folders of one root the one that is called so counts, else the first by name",
    next: "Remove one of the two, or give it another name.",
  },
  pending_root: {
    severity: "note",
    why: "the other root is not admitted; once it is, the root of higher precedence counts",
    next: "Look at both before you admit the root.",
  },
  later_root: {
    severity: "note",
    why: "a later root overrides an earlier one",
    next: "Nothing, if the override is meant; else remove one, or give it another name.",
  },
};

/**
 * Every name that several places claim, with the one that counts and the rule by which it does, and names that only their
 * case or their dashes tell apart, which a model mistakes. Pure.
 */
export function findCollisions(catalog: Catalog): HealthItem[] {
  const claims = toClaims(catalog);
  const byName = groupBy(claims, ({ name }) => name);
  const same = [...byName].filter(([, places]) => places.length > 1).map(([name, places]) => toItem(name, places));
  return [...same, ...findLookalikes([...byName.keys()], byName)];
}

function toClaims(catalog: Catalog): Claim[] {
  const of = (place: Claim["place"]) => (entry: Pick<CapabilityEntry, "name" | "folder" | "rootPath">) => ({
    place,
    name: entry.name,
    folder: entry.folder,
    rootPath: entry.rootPath,
  });
  return [
    ...[...catalog.hostTools.keys()].map(
      (name): Claim => ({ name, place: "built_in", folder: "Capstan", rootPath: "" }),
    ),
    ...[...catalog.entries.values()].map(of("current")),
    ...catalog.shadowed.map(of("shadowed")),
    ...catalog.pending.map(of("pending")),
    ...catalog.broken.map(of("broken")),
  ];
}

function ruleOf(claims: readonly Claim[]): Rule {
  const has = (place: Claim["place"]) => claims.some((claim) => claim.place === place);
  const current = claims.find(({ place }) => place === "current");
  if (has("built_in")) return "built_in";
  if (has("broken")) return "broken_override";
  const isOwn = claims.some(({ place, rootPath }) => place === "shadowed" && rootPath === current?.rootPath);
  if (isOwn) return "own_folder";
  return has("pending") ? "pending_root" : "later_root";
}

function toItem(name: string, claims: readonly Claim[]): HealthItem {
  const rule = ruleOf(claims);
  const { severity, why, next } = RULES[rule];
  const winner = claims.find(({ place }) => place === "built_in") ?? claims.find(({ place }) => place === "current");
  const others = claims.filter((claim) => claim !== winner);
  const where = others.map(({ folder, place }) => `${folder} (${place})`).join(", ");
  const first = others[0];
  return {
    id: name,
    name,
    severity,
    code: rule,
    place: winner?.folder ?? "",
    message:
      winner === undefined
        ? `${claims.length} places claim this name and none counts: ${where}.`
        : `${why.charAt(0).toUpperCase()}${why.slice(1)}: ${winner.folder} counts before ${where}.`,
    next,
    href:
      first === undefined || first.place === "current" || first.place === "built_in"
        ? toEditHref(name)
        : toSelectHref(first.place, first.folder),
  };
}

function findLookalikes(names: readonly string[], byName: ReadonlyMap<string, readonly Claim[]>): HealthItem[] {
  const groups = groupBy(names, (name) => name.toLowerCase().replaceAll("_", "-"));
  return [...groups.values()]
    .filter((alike) => alike.length > 1)
    .map((alike) => {
      const [first = "", ...others] = [...alike].sort();
      const listed = others.map((name) => `"${name}"`).join(", ");
      return {
        id: `lookalike:${alike.join()}`,
        name: first,
        severity: "warning" as const,
        code: "lookalike",
        place: byName.get(first)?.[0]?.folder ?? "",
        message: `"${first}" and ${listed} differ only in case or in _ and -; each is a name of its own, and a model takes one for the other.`,
        next: "Give one of them a name that says how it differs.",
        href: `/capabilities?q=${encodeURIComponent(basename(first))}`,
      };
    });
}
