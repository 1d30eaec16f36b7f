import { z } from "zod";
import { type TreeMetadata, treeMetadataSchema } from "#server/capability/contract";
import { isJsonObject, type JsonValue, jsonValueSchema } from "#server/capability/json";
import { findStaticTool } from "./default-tools";
import type { TreeNode } from "./node";

const DIMENSIONS = ["runtime", "prompt", "routing", "perms", "skills", "display", "policy"] as const;

/**
 * Who says what a field holds. *own*: the contract, or the host tool. *builtin*: the built-in's place in the default tree.
 * *group*: the dynamic group it stands in. *default*: nobody, and this is what holds then. *unset*: nobody, and nothing follows.
 */
const FIELD_ORIGINS = ["own", "builtin", "group", "default", "unset"] as const;

export const dimensionFieldSchema = z.object({
  dimension: z.enum(DIMENSIONS),
  /** Path inside the dimension, such as "intent_keywords.zh". */
  name: z.string(),
  /** null where it is unset. */
  value: jsonValueSchema.nullable(),
  origin: z.enum(FIELD_ORIGINS),
});
export type DimensionField = z.infer<typeof dimensionFieldSchema>;

/** What holds where neither a node nor its defaults say anything, as the derivations read it (domain.md 2.1, 2.3). */
const IMPLIED: Readonly<Record<string, JsonValue>> = {
  "runtime.subagent_scope": "",
  "runtime.dynamic": false,
  "routing.min_tier": "task_multimodal",
  "routing.exclude_from": [],
  "routing.intent_keywords.zh": [],
  "routing.intent_keywords.en": [],
  "routing.intent_priority": 0,
  "perms.min_security_level": "allowlist",
  "perms.file_access": "none",
  "perms.approval_type": "none",
  "perms.scope_check": "none",
  "skills.bindable": false,
  "skills.bound_skills": [],
  "policy.policy_groups": [],
  "policy.profiles": [],
};

/** Fields that only a group has. */
const OF_GROUPS = new Set([
  "runtime.name_prefix",
  "runtime.discovery_source",
  "runtime.provider_id",
  "runtime.list_method",
  "prompt.group_intro",
  "prompt.group_intro_zh",
]);

function toObjectSchema(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodOptional) return toObjectSchema(schema.unwrap());
  return schema instanceof z.ZodObject ? schema : undefined;
}

/** Paths of the fields that a schema knows and of those a value has besides, in the schema's order; objects are gone into. */
function listPaths(schema: z.ZodObject | undefined, value: unknown): string[] {
  const held = isJsonObject(value) ? value : {};
  const known = Object.keys(schema?.shape ?? {});
  const keys = [...known, ...Object.keys(held).filter((key) => !known.includes(key))];
  return keys.flatMap((key) => {
    const inner = toObjectSchema(schema?.shape[key]);
    if (!inner && !isJsonObject(held[key])) return [key];
    return listPaths(inner, held[key]).map((rest) => `${key}.${rest}`);
  });
}

/** What a metadata says at a path. An empty text or null says nothing. */
function read(metadata: TreeMetadata | undefined, path: string): JsonValue | undefined {
  let value: unknown = metadata;
  for (const key of path.split(".")) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value === "" || value === undefined || value === null ? undefined : (value as JsonValue);
}

/** Who may say something of a node: what the contract or host tool itself says, and the group a dynamic tool stands in. */
export type FieldSources = { own: TreeMetadata | undefined; group?: TreeMetadata | undefined };

/**
 * Every field of the seven dimensions of a callable node (domain.md 2.1), set or not, with who says so. The fields that only
 * groups have are left out unless set; keys that the schema does not know come last in their dimension.
 */
export function deriveFields(node: TreeNode, { own, group }: FieldSources): DimensionField[] {
  const place = findStaticTool(node.name)?.metadata;
  // The tree keeps what it says of a place that a host tool implements.
  const isHostPlace = node.source === "host" && place !== undefined;
  const sources = [
    ["own", isHostPlace ? undefined : own],
    ["builtin", place],
    ["group", node.source === "host" ? group : undefined],
  ] as const;
  return DIMENSIONS.flatMap((dimension) =>
    listPaths(toObjectSchema(treeMetadataSchema.shape[dimension]), node.metadata[dimension]).flatMap((name) => {
      const path = `${dimension}.${name}`;
      const value = read(node.metadata, path);
      if (value === undefined && OF_GROUPS.has(path)) return [];
      return [{ dimension, name, ...toSaid(path, value, sources) }];
    }),
  );
}

type Said = Pick<DimensionField, "value" | "origin">;
type Sources = readonly (readonly ["own" | "builtin" | "group", TreeMetadata | undefined])[];

function toSaid(path: string, value: JsonValue | undefined, sources: Sources): Said {
  if (value === undefined) {
    const implied = IMPLIED[path];
    return implied === undefined ? { value: null, origin: "unset" } : { value: implied, origin: "default" };
  }
  const text = JSON.stringify(value);
  const says = sources.find(([, metadata]) => JSON.stringify(read(metadata, path)) === text);
  return { value, origin: says?.[0] ?? "default" };
}
