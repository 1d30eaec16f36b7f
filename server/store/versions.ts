import { z } from "zod";
import { insertBlob } from "./blobs";
import { toSqlDate } from "./connection";
import { digestRowsSchema } from "./digest-rows";
import type { ManifestFile } from "./rows";
import type { Store } from "./store";

const manifestSchema = z.array(z.object({ path: z.string(), blob: z.string(), size: z.number() }));

export type NewVersion = { digest: string; name: string; files: ReadonlyMap<string, Uint8Array> };

/** Stores the files of many digests at once, one transaction; a digest that is there already is left as it is. */
export async function saveVersions(store: Store, versions: readonly NewVersion[]): Promise<void> {
  await store.writer.transaction(async (connection) => {
    for (const { digest, name, files } of versions) {
      const [known] = await connection.query("SELECT 1 AS one FROM CapabilityVersion WHERE digest = ?", [digest]);
      if (known !== undefined) continue;
      const manifest: ManifestFile[] = [];
      for (const [path, bytes] of files) {
        manifest.push({ path, blob: await insertBlob(connection, bytes), size: bytes.byteLength });
      }
      await connection.execute(
        "INSERT INTO CapabilityVersion (digest, name, manifest, createdAt) VALUES (?, ?, ?, ?)",
        [digest, name, JSON.stringify(manifest), toSqlDate(new Date())],
      );
    }
  });
}

/** Stores the files of a digest; a digest that is there already is left as it is. */
export function saveVersion(store: Store, version: NewVersion): Promise<void> {
  return saveVersions(store, [version]);
}

/** Files by path; null when the digest was never stored. */
export async function loadVersion(store: Store, digest: string): Promise<Map<string, Uint8Array> | null> {
  const row = await store.db.capabilityVersion.findUnique({ where: { digest } });
  if (row === null) return null;
  const manifest = manifestSchema.parse(JSON.parse(row.manifest));
  const blobs = await store.db.blob.findMany({ where: { digest: { in: manifest.map(({ blob }) => blob) } } });
  const bytes = new Map(blobs.map((blob) => [blob.digest, blob.bytes]));
  return new Map(
    manifest.map(({ path, blob }) => {
      const content = bytes.get(blob);
      if (content === undefined) throw new Error(`The file ${path} of ${digest} is missing from the database.`);
      return [path, content];
    }),
  );
}

/** Which of the digests are stored. */
export async function findVersions(store: Store, digests: readonly string[]): Promise<Set<string>> {
  // One value for any number of digests: a list of them is another statement for each length.
  const wanted = JSON.stringify(digests);
  const rows = digestRowsSchema.parse(
    await store.db
      .$queryRaw`SELECT digest FROM CapabilityVersion WHERE digest IN (SELECT value FROM json_each(${wanted}))`,
  );
  return new Set(rows.map(({ digest }) => digest));
}
