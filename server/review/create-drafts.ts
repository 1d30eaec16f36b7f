import { basename } from "node:path";
import { recordAudit } from "#server/audit/record-audit";
import type { CapabilityFiles, ContractIssue } from "#server/capability/contract";
import { digestOf } from "#server/capability/digest";
import { AppError } from "#server/errors";
import type { Registry } from "#server/registry/catalog";
import { judgeFiles } from "#server/registry/load-entry";
import { readFolder } from "#server/registry/read-folder";
import { deleteDraft, findDraft, saveDraft } from "#server/store/drafts";
import type { DraftRecord } from "#server/store/rows";
import type { Store } from "#server/store/store";
import { saveVersion } from "#server/store/versions";
import { applyChanges } from "./apply-changes";
import { toText } from "./diff-files";
import { findSubject } from "./find-subject";
import { createNewDrafts } from "./new-drafts";
import type { Draft, Drafts } from "./review";

export type DraftsOptions = { store: Store; registry: Registry };

/** What a scan would say of the files once they stand in a folder of that name. */
export function findIssues(name: string, files: CapabilityFiles): ContractIssue[] {
  const judged = judgeFiles(files, { rootPath: "", layer: "L2", folder: name });
  return [...(judged.kind === "ok" ? judged.entry.issues : judged.broken.issues)];
}

/** The files a draft begins with and their digest; empty for a new capability. */
async function loadBase(
  { store, registry }: DraftsOptions,
  name: string,
): Promise<{ digest: string; files: CapabilityFiles }> {
  const subject = findSubject(registry.current(), name);
  switch (subject.kind) {
    case "entry":
      return { digest: subject.digest, files: await registry.filesOf(subject.digest) };
    case "broken": {
      const contents = readFolder(subject.folder);
      if (contents.kind === "ok") {
        const base = { digest: digestOf(contents.files), files: contents.files };
        // The registry keeps loadable versions only, and a reviewer wants to see what was mended.
        await saveVersion(store, { ...base, name });
        return base;
      }
      throw new AppError("conflict", `${subject.folder} cannot be read: ${contents.reason}.`, {
        next: "Mend the folder on disk.",
      });
    }
    case "new":
      return { digest: "", files: new Map() };
  }
}

async function toDraft(registry: Registry, record: DraftRecord): Promise<Draft> {
  const { name, baseDigest, revision, updatedAt, updatedBy, files } = record;
  const current = registry.current().entries.get(name);
  return {
    name,
    baseDigest,
    revision,
    updatedAt,
    updatedBy,
    files: [...files].map(([path, bytes]) => ({ path, text: toText(bytes), size: bytes.byteLength })),
    issues: findIssues(name, files),
    isBehind: current !== undefined && current.digest !== baseDigest,
    digest: digestOf(files),
  };
}

/** Authors' working copies (design.md 4): rows in the database, one a name, which only a submission carries further. */
export function createDrafts(options: DraftsOptions): Drafts {
  const { store, registry } = options;
  const get = async (name: string): Promise<Draft> => {
    const record = await findDraft(store, name);
    if (record) return toDraft(registry, record);
    throw new AppError("not_found", `There is no draft of "${name}".`, { next: "Reload the page and edit again." });
  };
  const refuseStale = async (name: string): Promise<never> => {
    const stored = await get(name);
    throw new AppError("conflict", `"${name}" was saved from elsewhere, as revision ${stored.revision}.`, {
      next: "Compare the two and keep one: reload to take theirs, or save again over it.",
      details: stored,
    });
  };

  const drafts: Omit<Drafts, keyof ReturnType<typeof createNewDrafts>> = {
    async find(name) {
      const record = await findDraft(store, name);
      return record ? toDraft(registry, record) : null;
    },
    async save({ name, revision, changes, by }) {
      const stored = await findDraft(store, name);
      if (stored && stored.revision !== revision) return refuseStale(name);
      if (!stored && revision !== 0) return get(name);
      const base = stored ? { digest: stored.baseDigest, files: stored.files } : await loadBase(options, name);
      const files = applyChanges(base.files, changes);
      const saved = await saveDraft(store, { name, baseDigest: base.digest, revision, updatedBy: by, files });
      return saved === "stale" ? refuseStale(name) : get(name);
    },
    async discard(name, by) {
      const stored = await findDraft(store, name);
      if (!stored || !(await deleteDraft(store, name))) return;
      const details = { revision: stored.revision, digest: digestOf(stored.files) };
      await recordAudit(store, { actor: by, action: "draft.discard", subject: basename(name), details });
    },
    async filesOf(name) {
      return (await findDraft(store, name))?.files ?? null;
    },
  };
  return { ...drafts, ...createNewDrafts({ store, registry, drafts }) };
}
