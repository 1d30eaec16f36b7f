import { z } from "zod";
import { toNewDraftSummary } from "#server/api/draft/to-new-draft-summary";
import { actorProcedure } from "#server/api/trpc";
import type { BrokenEntry, CapabilityEntry, Catalog } from "#server/registry/catalog";
import { type EntrySummary, toBrokenSummary, toEntrySummary } from "#server/registry/entry-summary";
import { toNotFound } from "#server/registry/resolve-in-catalog";
import type { NewDraft } from "#server/review/review";
import { toolsByName } from "#server/tree/tree-index";
import { capabilityDetailsSchema, TEXT_BYTES_MAX } from "./capability.types";

/** Everything the capability page shows; also for a broken, pending or shadowed one, one that only a draft has, and a built-in tool. */
export const getCapability = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(capabilityDetailsSchema)
  .query(async ({ ctx, input }) => {
    const { services } = ctx;
    const { registry } = services;
    const all = findByName(registry.current(), input.name);
    const [main, ...rest] = all;
    if (!main) {
      const found = await services.drafts.findNew(input.name);
      if (found) return toNewDetails(found);
      const builtin = findBuiltin(registry.current(), input.name);
      if (builtin) return builtin;
      throw toNotFound(registry.current(), input.name);
    }
    const entry = main.kind === "entry" ? main.entry : null;
    const [bytes, trust, draft] = await Promise.all([
      entry ? registry.filesOf(entry.digest) : null,
      entry ? services.findTrust(entry.digest) : null,
      services.drafts.find(input.name),
    ]);
    return {
      kind: "capability" as const,
      name: input.name,
      summary: main.summary,
      contract: entry?.contract ?? null,
      source: entry?.source ?? (main.kind === "broken" ? (main.entry.source ?? null) : null),
      files: (entry?.files ?? []).map((file) => ({ ...file, ...toText(bytes?.get(file.path), file.size) })),
      issues: main.entry.issues,
      trust,
      draft,
      others: rest.map((other) => other.summary),
    };
  });

/** Nothing is on disk, so there are no files, no trust and no others; what the draft says is all there is. */
function toNewDetails(found: NewDraft) {
  const { draft } = found;
  return {
    kind: "capability" as const,
    name: draft.name,
    summary: toNewDraftSummary(found),
    contract: found.kind === "ok" ? found.entry.contract : null,
    source: found.kind === "ok" ? found.entry.source : (found.broken.source ?? null),
    files: [],
    issues: draft.issues,
    trust: null,
    draft,
    others: [],
  };
}

/** A tool of the tree that no root holds; a name of a root's capability leads there, whatever the host has. */
function findBuiltin({ tree, hostTools }: Catalog, name: string) {
  const node = toolsByName(tree).get(name);
  if (!node) return null;
  const tool = hostTools.get(name);
  const { prompt, display } = node.metadata;
  return {
    kind: "builtin" as const,
    name,
    title: display?.title ?? name,
    isSubAgent: node.kind === "subagent",
    description: tool?.capability.description ?? prompt?.summary ?? "",
    when: tool?.capability.when ?? prompt?.usage_guide ?? prompt?.delegation ?? "",
    disabled: node.disabled ?? null,
    schemas: tool ? { input: tool.capability.inputSchema, output: tool.outputSchema } : null,
  };
}

type Found =
  | { kind: "entry"; entry: CapabilityEntry; summary: EntrySummary }
  | { kind: "broken"; entry: BrokenEntry; summary: EntrySummary };

function findByName(catalog: Catalog, name: string): Found[] {
  const found: Found[] = [];
  const current = catalog.entries.get(name);
  if (current) found.push({ kind: "entry", entry: current, summary: toEntrySummary(current, "current") });
  for (const entry of catalog.pending) {
    if (entry.name === name) found.push({ kind: "entry", entry, summary: toEntrySummary(entry, "pending") });
  }
  for (const entry of catalog.broken) {
    if (entry.name === name) found.push({ kind: "broken", entry, summary: toBrokenSummary(entry) });
  }
  for (const entry of catalog.shadowed) {
    if (entry.name === name) found.push({ kind: "entry", entry, summary: toEntrySummary(entry, "shadowed") });
  }
  return found;
}

function toText(bytes: Uint8Array | undefined, size: number): { text: string | null; note: string | null } {
  if (!bytes) return { text: null, note: "Its bytes are not stored." };
  if (size > TEXT_BYTES_MAX) return { text: null, note: `Larger than 1 MiB (${size} bytes): not shown as text.` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), note: null };
  } catch {
    // The decoder throws only for bytes that are not UTF-8, which is the fact to show.
    return { text: null, note: "Not UTF-8 text." };
  }
}
