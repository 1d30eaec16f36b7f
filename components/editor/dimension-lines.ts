/** One set field of the tree metadata, "perms.file_access" and its value as text. */
export type DimensionLine = { name: string; value: string };

/** Every field of the tree metadata that is set, unknown ones included, in the order of the contract. */
export function toDimensionLines(tree: unknown, prefix = ""): DimensionLine[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (value === undefined || value === null || value === "") return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [{ name, value: value.map(String).join(", ") }];
    return typeof value === "object" ? toDimensionLines(value, name) : [{ name, value: String(value) }];
  });
}
