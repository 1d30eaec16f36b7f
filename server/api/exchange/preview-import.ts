import { dirname } from "node:path";
import { actorProcedure } from "#server/api/trpc";
import type { ImportIssue, ImportItem, ImportReport } from "#server/exchange/exchange";
import { suggestName } from "#server/exchange/suggest-name";
import type { Services } from "#server/services";
import {
  type ImportPreview,
  type ImportRequestInput,
  importPreviewSchema,
  importRequestSchema,
  progressIdSchema,
} from "./exchange.types";
import { runImport, toImportRequest } from "./run-import";

/** Something that cannot be a name of anything here, to learn where drafts would go. */
const ANY_NAME = "import-preview";

async function findCollisions(services: Services, items: readonly ImportItem[]) {
  const catalog = services.registry.current();
  const taken = new Set([...catalog.entries.keys(), ...items.map(({ name }) => name)]);
  for (const node of catalog.tree.nodes) taken.add(node.name);
  const collisions = new Map<string, { message: string; suggestedName: string }>();
  for (const { key, name, source } of items) {
    const { fault } = await services.drafts.findPlace(name);
    if (!fault) continue;
    const suggestedName = suggestName(name, source, taken);
    taken.add(suggestedName);
    collisions.set(key, { message: fault.message, suggestedName });
  }
  return collisions;
}

/** A name of a built-in tool that nothing implements is free, but who takes it should know whose it is. */
function findPlaceIssues({ registry }: Services, name: string): ImportIssue[] {
  const place = registry.current().tree.nodes.find((node) => node.name === name && node.source === "builtin");
  if (!place || place.kind === "group") return [];
  const message = `"${name}" is a built-in tool that nothing implements here: once it is approved, this takes its place ${place.id}.`;
  return [{ severity: "info", code: "takes_builtin_place", message }];
}

type Input = ImportRequestInput & { progressId?: string | undefined };

/** The import, with its progress on the board for as long as it is at work. */
async function runFollowed({ importProgress }: Services, { progressId, ...input }: Input): Promise<ImportReport> {
  if (progressId === undefined) return runImport(toImportRequest(input));
  try {
    return await runImport(toImportRequest(input), (progress) => importProgress.set(progressId, progress));
  } finally {
    importProgress.clear(progressId);
  }
}

/**
 * Reads files and says what would come of them; nothing is made. A mutation because of its size: it changes nothing. For a
 * person only, as the drafts that follow it are.
 */
export const previewImport = actorProcedure("edit_draft")
  .input(importRequestSchema.extend({ progressId: progressIdSchema.optional() }))
  .output(importPreviewSchema)
  .mutation(async ({ ctx, input }): Promise<ImportPreview> => {
    const { files, items, skipped, issues } = await runFollowed(ctx.services, input);
    const collisions = await findCollisions(ctx.services, items);
    const { folder } = await ctx.services.drafts.findPlace(ANY_NAME);
    return {
      files,
      skipped,
      issues,
      root: folder && dirname(folder),
      items: items.map((item) => ({
        ...item,
        files: item.files.map(({ path }) => path),
        issues: [...item.issues, ...findPlaceIssues(ctx.services, item.name)],
        collision: collisions.get(item.key) ?? null,
      })),
    };
  });
