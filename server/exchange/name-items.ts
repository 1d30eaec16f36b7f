import { CAPABILITY_NAME } from "#server/capability/contract";
import { toAlias } from "#server/capability/provider-rules";
import type { NameCode } from "./exchange";
import { suggestName } from "./suggest-name";

const NAME_LENGTH_MAX = 64;

/** Something that wants a name; `place` is how a person finds it. */
export type Unnamed = {
  key: string;
  place: string;
  originalName: string;
  /** Where it comes from; "" when nobody said. */
  source: string;
};

export type GivenName = { name: string; nameReason?: string; nameCode?: NameCode };

function explain({ originalName }: Unnamed, holder: Unnamed | undefined, name: string): GivenName {
  if (holder) {
    const both =
      holder.originalName === originalName
        ? `Two are called "${originalName}"`
        : `"${originalName}" and "${holder.originalName}" become one name`;
    const nameReason = `${both}: the first one keeps it (${holder.place}), this one is "${name}".`;
    return { name, nameReason, nameCode: "clash" };
  }
  if (originalName.length > NAME_LENGTH_MAX) {
    const nameReason = `"${originalName}" has ${originalName.length} characters; names have at most ${NAME_LENGTH_MAX}.`;
    return { name, nameReason, nameCode: "too_long" };
  }
  const nameReason = `"${originalName}" is no name here: names are lower-case letters, digits, hyphen and underscore.`;
  return { name, nameReason, nameCode: "letters" };
}

/**
 * Gives everything a name that a contract takes and nothing else in the import has, in the order given: the first one with a
 * name keeps it (field-notes T13); one of another source gets that before it: `notion_search`. Names that a person chose come first, and are taken from everybody else.
 */
export function nameItems(items: readonly Unnamed[], chosen: ReadonlyMap<string, string>): Map<string, GivenName> {
  const holders = new Map<string, Unnamed>();
  const taken = new Set(chosen.values());
  const given = new Map<string, GivenName>();
  for (const item of items) {
    const name = chosen.get(item.key);
    if (name === undefined) continue;
    given.set(item.key, {
      name,
      nameReason: `You chose "${name}" for "${item.originalName}".`,
      nameCode: "chosen",
    });
    holders.set(name, item);
  }
  for (const item of items) {
    if (given.has(item.key)) continue;
    const wanted = toAlias(item.originalName, { lengthMax: NAME_LENGTH_MAX });
    const isOfAnotherSource = item.source !== "" && item.source !== holders.get(wanted)?.source;
    const name =
      taken.has(wanted) && isOfAnotherSource
        ? suggestName(wanted, item.source, taken)
        : toAlias(item.originalName, { lengthMax: NAME_LENGTH_MAX, taken });
    const isPlain = name === item.originalName && CAPABILITY_NAME.test(name);
    const holder = name === wanted ? undefined : holders.get(wanted);
    given.set(item.key, isPlain ? { name } : explain(item, holder, name));
    holders.set(name, item);
    taken.add(name);
  }
  return given;
}
