import { treeText } from "#components/messages/en/tree";
import type { CatalogNode } from "./catalog-model";

type DimensionName = keyof typeof treeText.dimensionTitles;
export type Dimension = { name: DimensionName; fields: { name: string; value: string }[] };

const NAMES: readonly DimensionName[] = ["runtime", "prompt", "routing", "perms", "skills", "display", "policy"];

/** The seven dimensions that are set, each field as one line of text; unknown keys are shown like known ones. Pure. */
export function toDimensions(metadata: CatalogNode["metadata"]): Dimension[] {
  return NAMES.flatMap((name) => {
    const fields = Object.entries(metadata[name] ?? {}).flatMap(([field, value]) => toFields(field, value));
    return fields.length === 0 ? [] : [{ name, fields }];
  });
}

function toFields(name: string, value: unknown): { name: string; value: string }[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ name, value: value.map(String).join(", ") }];
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([field, inner]) => toFields(`${name}.${field}`, inner));
  }
  if (typeof value === "boolean") return [{ name, value: value ? treeText.yes : treeText.no }];
  return [{ name, value: String(value) }];
}
