import type { ApiOutputs } from "#components/api";
import { placeText } from "#components/messages/en/place";
import { treeText } from "#components/messages/en/tree";
import { tierWords } from "#components/messages/en/words";

export type CapabilityPlace = NonNullable<ApiOutputs["capability"]["facts"]>;
type Field = CapabilityPlace["fields"][number];
type Tier = CapabilityPlace["facts"]["tiers"][number];
type Way = CapabilityPlace["relations"]["uses"][number]["ways"][number];

const text = placeText;

/** Why a kind of message does not get it, in a few words; null where it does. Pure. */
export function toObstacleText({ obstacle }: Tier, { minTier, scope }: CapabilityPlace["facts"]): string | null {
  const { obstacles } = text.tiers;
  if (obstacle === null) return null;
  if (obstacle === "scope") return obstacles.scope(scope);
  return obstacle === "least" ? obstacles.least(tierWords[minTier]) : obstacles[obstacle];
}

/** What stands in a field, for a person. Pure. */
export function toValueText({ name, value }: Field): string {
  const words = text.dimensions;
  if (value === null) return words.unset;
  if (value === "" && name === "subagent_scope") return words.everybody;
  if (Array.isArray(value)) return value.length === 0 ? words.none : value.map(toPlain).join(", ");
  return toPlain(value);
}

function toPlain(value: unknown): string {
  if (typeof value === "boolean") return value ? treeText.yes : treeText.no;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The name of a field where a narrow column may break it: after its dot. Pure. */
export function toNameParts(name: string): string[] {
  return name.split(/(?<=\.)/);
}

/** How one refers to the other. Pure. */
export function toWayText({ way, detail }: Way): string {
  const { ways } = text.relations;
  if (way === "step") return ways.step(detail ?? "");
  if (way === "uses" && detail !== null) return ways.usesFor(detail);
  return ways[way];
}

/** Where the table of all fields stands on a page. */
export const DIMENSIONS_ID = "dimensions";

export type DimensionFields = { name: Field["dimension"]; fields: Field[] };

/** The fields of each dimension, in order. Pure. */
export function toDimensions(fields: readonly Field[]): DimensionFields[] {
  const found = new Map<Field["dimension"], Field[]>();
  for (const field of fields) found.set(field.dimension, [...(found.get(field.dimension) ?? []), field]);
  return [...found].map(([name, held]) => ({ name, fields: held }));
}

/** Address of the list of everything in a policy group. */
export function toPolicyGroupHref(group: string): string {
  return `/capabilities?policy=${encodeURIComponent(group)}`;
}

export function toPageHref(name: string): string {
  return `/capabilities/${encodeURIComponent(name)}`;
}
