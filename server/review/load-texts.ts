import type { CapabilityType } from "#server/capability/contract";
import type { Registry } from "#server/registry/catalog";
import type { Drafts } from "./review";

/** What a name stands for with the texts of its files: the winner of the name, else the draft of a name nothing on disk has. */
export type SubjectTexts = { name: string; type: CapabilityType; files: { path: string; text: string }[] };

export type LoadTextsOptions = { registry: Registry; drafts: Pick<Drafts, "findNew" | "filesOf"> };

function toTexts(files: ReadonlyMap<string, Uint8Array>) {
  return [...files].map(([path, bytes]) => ({ path, text: new TextDecoder().decode(bytes) }));
}

/** Null when nothing that can be read has the name. Bytes that are no UTF-8 are replaced. */
export async function loadTexts({ registry, drafts }: LoadTextsOptions, name: string): Promise<SubjectTexts | null> {
  const entry = registry.current().entries.get(name);
  // What is compiled has no file of its own; JSON is YAML.
  if (entry?.composedFrom !== undefined) {
    const text = JSON.stringify(entry.contract, null, 2);
    return { name, type: entry.type, files: [{ path: "CAPABILITY.yaml", text }] };
  }
  if (entry) return { name, type: entry.contract.type, files: toTexts(await registry.filesOf(entry.digest)) };
  const found = await drafts.findNew(name);
  const files = found?.kind === "ok" ? await drafts.filesOf(name) : null;
  return found?.kind === "ok" && files ? { name, type: found.entry.contract.type, files: toTexts(files) } : null;
}
