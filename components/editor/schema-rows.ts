/** One field of a JSON Schema as a line of a table. */
export type SchemaRow = {
  path: string;
  name: string;
  depth: number;
  type: string;
  isRequired: boolean;
  description: string;
  choices: string[];
  defaultValue: string | null;
  bounds: [Bound, string | number][];
};

export type SchemaTable = { rows: SchemaRow[]; isCut: boolean };

const DEPTH_MAX = 4;
const ROWS_MAX = 200;

type Schema = { [key: string]: unknown };
type Walk = { root: Schema; rows: SchemaRow[]; isCut: boolean };
type Place = { path: string; name: string; depth: number; isRequired: boolean };

/** The fields of a schema in document order, levels and rows limited and the cut said. Pure and total. */
export function toSchemaTable(schema: unknown): SchemaTable {
  const walk: Walk = { root: isSchema(schema) ? schema : {}, rows: [], isCut: false };
  if (isSchema(schema)) addFields(schema, { path: "", name: "", depth: 0, isRequired: true }, walk);
  return { rows: walk.rows, isCut: walk.isCut };
}

function addFields(schema: Schema, place: Place, walk: Walk): void {
  const resolved = follow(schema, walk.root);
  if (place.depth > DEPTH_MAX) {
    walk.isCut ||= isSchema(resolved.properties) || isSchema(resolved.items);
    return;
  }
  const required = new Set(Array.isArray(resolved.required) ? resolved.required : []);
  for (const [name, property] of Object.entries(isSchema(resolved.properties) ? resolved.properties : {})) {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    addRow(
      isSchema(property) ? property : {},
      { path, name, depth: place.depth, isRequired: required.has(name) },
      walk,
    );
  }
  for (const key of ["oneOf", "anyOf", "allOf"] as const) {
    const variants = resolved[key];
    if (!Array.isArray(variants)) continue;
    for (const variant of variants) {
      if (isSchema(variant) && isSchema(follow(variant, walk.root).properties)) addFields(variant, place, walk);
    }
  }
  if (isSchema(resolved.items)) addFields(resolved.items, place, walk);
}

function addRow(schema: Schema, place: Place, walk: Walk): void {
  if (walk.rows.length >= ROWS_MAX) {
    walk.isCut = true;
    return;
  }
  const resolved = follow(schema, walk.root);
  const known = walk.rows.find((row) => row.path === place.path);
  if (known) {
    // The same field in another variant: what it may be there counts as well.
    const type = toTypeText(resolved, walk.root);
    if (!known.type.split(" or ").includes(type)) known.type = `${known.type} or ${type}`;
    return;
  }
  walk.rows.push({
    ...place,
    type: toTypeText(resolved, walk.root),
    description: typeof resolved.description === "string" ? resolved.description : "",
    choices: Array.isArray(resolved.enum) ? resolved.enum.map((value) => JSON.stringify(value)) : [],
    defaultValue: resolved.default === undefined ? null : JSON.stringify(resolved.default),
    bounds: findBounds(resolved),
  });
  addFields(resolved, { ...place, depth: place.depth + 1 }, walk);
}

function toTypeText(schema: Schema, root: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = Array.isArray(schema.type)
    ? schema.type.map(String)
    : schema.type === undefined
      ? []
      : [String(schema.type)];
  const format = typeof schema.format === "string" ? ` (${schema.format})` : "";
  if (types.includes("array") && isSchema(schema.items)) {
    const item = toTypeText(follow(schema.items, root), root);
    return types.map((type) => (type === "array" ? `array of ${item}` : type)).join(" or ");
  }
  if (types.length > 0) return types.join(" or ") + format;
  if (Array.isArray(schema.enum)) return "choice";
  return isSchema(schema.properties) ? "object" : "any";
}

const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"] as const;
export type Bound = (typeof BOUNDS)[number];

function findBounds(schema: Schema): [Bound, string | number][] {
  return BOUNDS.flatMap((name) => {
    const value = schema[name];
    return typeof value === "number" || typeof value === "string" ? [[name, value]] : [];
  });
}

function follow(schema: Schema, root: Schema): Schema {
  let current = schema;
  for (let hops = 0; typeof current.$ref === "string" && hops < 20; hops += 1) {
    const { $ref: reference, ...siblings } = current;
    let target: unknown = root;
    for (const part of String(reference).replace(/^#\/?/, "").split("/").filter(Boolean)) {
      target = isSchema(target) ? target[part.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
    }
    current = isSchema(target) ? { ...target, ...siblings } : siblings;
  }
  return current;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
