import { join } from "node:path";
import { CAPABILITY_NAME } from "#server/capability/contract";
import { AppError, toProblem } from "#server/errors";
import type { Catalog, Registry } from "#server/registry/catalog";
import { judgeFiles } from "#server/registry/load-entry";
import { findDraft, findDrafts } from "#server/store/drafts";
import type { Store } from "#server/store/store";
import { lookupByToolHint } from "#server/tree/tree-index";
import { findNewRoot, toNameError, toNoRootError } from "./find-subject";
import type { Drafts, NewDraft, NewPlace } from "./review";
import { type NewCapability, toScaffold } from "./scaffold/to-scaffold";

export type NewDraftsOptions = { store: Store; registry: Registry; drafts: Pick<Drafts, "find" | "save"> };

/** Who has a name already, as a sentence; null when nobody on disk has it and no tool of the host. */
function findHolder(catalog: Catalog, name: string): string | null {
  if (catalog.entries.has(name)) return `There is a capability named "${name}" already.`;
  const held = [...catalog.pending, ...catalog.broken].find((entry) => entry.name === name);
  if (held) return `"${name}" is the name of ${held.folder} already.`;
  // A built-in that nothing implements keeps its place free for a capability of its name.
  return lookupByToolHint(catalog.tree, name)?.source === "host" ? `"${name}" is a built-in tool.` : null;
}

/** Why a name is not free for a new capability; null when it is. */
export async function findNameFault(
  { store, registry }: Pick<NewDraftsOptions, "store" | "registry">,
  name: string,
): Promise<AppError | null> {
  if (!CAPABILITY_NAME.test(name)) return toNameError(name);
  const next = "Choose another name, or open that one and edit it.";
  const holder = findHolder(registry.current(), name);
  if (holder !== null) return new AppError("conflict", holder, { next });
  const draft = await findDraft(store, name);
  return draft && new AppError("conflict", `${draft.updatedBy} has a draft named "${name}" already.`, { next });
}

/**
 * Drafts of names that nothing on disk has: where one would go, how it begins, and what a scan would make of it. Nothing is
 * written to disk before a review approves (design.md 4).
 */
export function createNewDrafts(
  options: NewDraftsOptions,
): Pick<Drafts, "findPlace" | "create" | "createWith" | "findNew" | "listNew"> {
  const { store, registry, drafts } = options;
  const findNew = async (name: string): Promise<NewDraft | null> => {
    const catalog = registry.current();
    const isOnDisk =
      catalog.entries.has(name) || [...catalog.pending, ...catalog.broken].some((it) => it.name === name);
    const record = isOnDisk ? null : await findDraft(store, name);
    const draft = record && (await drafts.find(name));
    if (!record || !draft) return null;
    const root = findNewRoot(catalog);
    const place = { rootPath: root?.path ?? "", layer: "L2" as const, folder: root ? join(root.path, name) : name };
    const judged = judgeFiles(record.files, place);
    return judged.kind === "ok"
      ? { kind: "ok", draft, entry: { ...judged.entry, name, state: "draft" } }
      : { kind: "broken", draft, broken: judged.broken };
  };

  const createWith: Drafts["createWith"] = async ({ name, files, by }) => {
    const fault = await findNameFault(options, name);
    if (fault) throw fault;
    if (!findNewRoot(registry.current())) throw toNoRootError(name);
    return drafts.save({ name, revision: 0, changes: [...files], by });
  };

  return {
    async findPlace(name): Promise<NewPlace> {
      const fault = await findNameFault(options, name);
      const root = findNewRoot(registry.current());
      return { fault: fault && toProblem(fault), folder: root && join(root.path, name) };
    },
    create: ({ by, ...request }: NewCapability & { by: string }) =>
      createWith({ name: request.name, files: toScaffold(request), by }),
    createWith,
    findNew,
    async listNew() {
      const found = [];
      for (const { name } of await findDrafts(store)) found.push(await findNew(name));
      return found.filter((each) => each !== null);
    },
  };
}
