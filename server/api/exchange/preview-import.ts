import { dirname } from "node:path";
import { actorProcedure } from "#server/api/trpc";
import type { ImportItem } from "#server/exchange/exchange";
import { suggestName } from "#server/exchange/suggest-name";
import type { Services } from "#server/services";
import { type ImportPreview, importPreviewSchema, importRequestSchema } from "./exchange.types";
import { runImport } from "./run-import";

/** Something that cannot be a name of anything here, to learn where drafts would go. */
const ANY_NAME = "import-preview";

async function findCollisions(services: Services, items: readonly ImportItem[], source: string) {
  const catalog = services.registry.current();
  const taken = new Set([...catalog.entries.keys(), ...items.map(({ name }) => name)]);
  for (const node of catalog.tree.nodes) taken.add(node.name);
  const collisions = new Map<string, { message: string; suggestedName: string }>();
  for (const { key, name, originalName } of items) {
    const { fault } = await services.drafts.findPlace(name);
    if (!fault) continue;
    const suggestedName = suggestName(name, source || originalName, taken);
    taken.add(suggestedName);
    collisions.set(key, { message: fault.message, suggestedName });
  }
  return collisions;
}

/**
 * Reads files and says what would come of them; nothing is made. A mutation because of its size: it changes nothing. For a
 * person only, as the drafts that follow it are.
 */
export const previewImport = actorProcedure("edit_draft")
  .input(importRequestSchema)
  .output(importPreviewSchema)
  .mutation(async ({ ctx, input }): Promise<ImportPreview> => {
    const { files, items, skipped, issues } = await runImport(input);
    const collisions = await findCollisions(ctx.services, items, input.source);
    const { folder } = await ctx.services.drafts.findPlace(ANY_NAME);
    return {
      files,
      skipped,
      issues,
      root: folder && dirname(folder),
      items: items.map((item) => ({
        ...item,
        files: item.files.map(({ path }) => path),
        collision: collisions.get(item.key) ?? null,
      })),
    };
  });
