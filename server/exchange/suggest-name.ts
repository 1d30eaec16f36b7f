import { toAlias } from "#server/capability/provider-rules";

const NAME_LENGTH_MAX = 64;

/**
 * Another name for something whose own is taken here: with its source before it where that is free and short enough
 * (`notion_search`), else cut with six digits of a hash. Never one of `taken`.
 */
export function suggestName(name: string, source: string, taken: ReadonlySet<string>): string {
  const prefix = toAlias(source.split("/").at(-1) ?? "", { lengthMax: NAME_LENGTH_MAX });
  const named = `${prefix}_${name}`;
  if (source !== "" && named.length <= NAME_LENGTH_MAX && !taken.has(named)) return named;
  return toAlias(name, { lengthMax: NAME_LENGTH_MAX, taken });
}
