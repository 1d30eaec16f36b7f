import { randomUUID } from "node:crypto";
import { type Connection, toSqlDate } from "./connection";
import type { DraftRecord } from "./rows";
import type { Store } from "./store";

export type DraftSave = {
  name: string;
  baseDigest: string;
  /** The revision the author saw; 0 begins a draft. */
  revision: number;
  updatedBy: string;
  /** All files of the draft after the save. */
  files: ReadonlyMap<string, Uint8Array>;
};

/** null when nobody edits that name. */
export async function findDraft(store: Store, name: string): Promise<DraftRecord | null> {
  const row = await store.db.draft.findUnique({ where: { name }, include: { files: { orderBy: { path: "asc" } } } });
  if (row === null) return null;
  return { ...row, files: new Map(row.files.map(({ path, content }) => [path, content])) };
}

/** Names of all drafts, each with who saved it last and when. */
export async function findDrafts(store: Store): Promise<Omit<DraftRecord, "files">[]> {
  return store.db.draft.findMany({ orderBy: { name: "asc" } });
}

async function moveRevision(connection: Connection, save: DraftSave): Promise<string | null> {
  const now = toSqlDate(new Date());
  if (save.revision === 0) {
    const id = randomUUID();
    const inserted = await connection.execute(
      "INSERT OR IGNORE INTO Draft (id, name, baseDigest, revision, updatedAt, updatedBy) VALUES (?, ?, ?, 1, ?, ?)",
      [id, save.name, save.baseDigest, now, save.updatedBy],
    );
    return inserted === 1 ? id : null;
  }
  const [row] = await connection.query(
    `UPDATE Draft SET revision = revision + 1, baseDigest = ?, updatedAt = ?, updatedBy = ?
      WHERE name = ? AND revision = ? RETURNING id`,
    [save.baseDigest, now, save.updatedBy, save.name, save.revision],
  );
  return row === undefined ? null : String(row.id);
}

/** Replaces the draft's files when `revision` is the newest, which then grows by one; else nothing changes: `stale`. */
export async function saveDraft(store: Store, save: DraftSave): Promise<"saved" | "stale"> {
  return store.writer.transaction(async (connection) => {
    const draftId = await moveRevision(connection, save);
    if (draftId === null) return "stale";
    await connection.execute("DELETE FROM DraftFile WHERE draftId = ?", [draftId]);
    for (const [path, content] of save.files) {
      await connection.execute("INSERT INTO DraftFile (draftId, path, content) VALUES (?, ?, ?)", [
        draftId,
        path,
        content,
      ]);
    }
    return "saved";
  });
}

/** Answers false when there was no draft. */
export async function deleteDraft(store: Store, name: string): Promise<boolean> {
  const { count } = await store.db.draft.deleteMany({ where: { name } });
  return count > 0;
}
