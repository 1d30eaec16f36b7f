import type { JsonSchema, TreeMetadata } from "#server/capability/contract";
import { isJsonObject } from "#server/capability/json";
import type { SearchDocument } from "#server/discovery/hit";
import type { HostTool } from "#server/tools/host-tool";
import type { TreeNode } from "#server/tree/node";
import type { CapabilityEntry } from "./catalog";

const DEPTH_MAX = 3;

/** Names and descriptions of a schema's properties, as deep as people name things when they ask for them. */
function toParameterText(schema: JsonSchema | undefined, depth = 0): string {
  if (!isJsonObject(schema) || depth === DEPTH_MAX) return "";
  const parts: string[] = [];
  if (isJsonObject(schema.properties)) {
    for (const [name, property] of Object.entries(schema.properties)) {
      parts.push(name);
      if (!isJsonObject(property)) continue;
      if (typeof property.description === "string") parts.push(property.description);
      parts.push(toParameterText(property, depth + 1));
    }
  }
  if (isJsonObject(schema.items)) parts.push(toParameterText(schema.items, depth + 1));
  return parts.filter((part) => part !== "").join("\n");
}

function toKeywords(metadata: TreeMetadata, group: string, tags: unknown): string[] {
  const words = metadata.routing?.intent_keywords;
  const own = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  return [...(words?.zh ?? []), ...(words?.en ?? []), ...own, group];
}

type Indexed = Pick<CapabilityEntry, "name" | "type" | "contract">;

/** A reload reads one folder again; all other entries keep their contract, and with it what discovery made of it. */
const documents = new WeakMap<Indexed["contract"], SearchDocument>();

/** What discovery indexes of an entry; the same object as long as the entry's contract is the same. */
export function toSearchDocument(entry: Indexed): SearchDocument {
  const known = documents.get(entry.contract);
  if (known?.name === entry.name && known.kind === entry.type) return known;
  const document = makeSearchDocument(entry);
  documents.set(entry.contract, document);
  return document;
}

function makeSearchDocument({ name, type, contract }: Indexed): SearchDocument {
  return {
    name,
    kind: type,
    title: contract.tree.display?.title ?? name,
    description: contract.description,
    when: contract.when,
    keywords: toKeywords(contract.tree, contract.tree.group ?? "", contract.tags),
    parameters: toParameterText(contract.contract.input),
    utterances: contract.evidence.utterances ?? [],
  };
}

/** What discovery indexes of a host tool. */
export function toHostDocument({ capability, group, metadata }: HostTool): SearchDocument {
  return {
    name: capability.name,
    kind: capability.type,
    title: capability.title,
    description: capability.description,
    when: capability.when,
    keywords: toKeywords(metadata, group, undefined),
    parameters: toParameterText(capability.inputSchema),
    utterances: [],
  };
}

/**
 * What discovery indexes of a built-in tool that nothing implements here, for people who look for it. Its words that give a
 * message its tier are left out: "create" or "fix" says of a message that something is written, not that this tool is meant.
 */
export function toBuiltinDocument({ name, type, parent, metadata }: TreeNode): SearchDocument {
  const { prompt, routing, display } = metadata;
  const isClassifying = (routing?.intent_priority ?? 0) > 0;
  return {
    name,
    kind: type ?? "tool",
    title: display?.title ?? name,
    description: prompt?.summary ?? "",
    when: prompt?.usage_guide ?? prompt?.delegation ?? "",
    keywords: isClassifying ? [parent] : toKeywords(metadata, parent, undefined),
    parameters: "",
    utterances: [],
  };
}
