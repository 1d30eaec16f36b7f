import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "#server/errors";
import { ensureMeta, findMeta } from "#server/store/meta";
import type { Store } from "#server/store/store";
import { recordTrust } from "#server/store/trust";
import { toReason } from "./read-folder";
import { type RootScan, scanRoot } from "./scan-root";

/** What `capabilities/digests.json` holds: the digests that the maintainer of a release vouches for, by name. */
const releaseDigestsSchema = z.object({
  release: z.string().min(1),
  digests: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type ReleaseDigests = z.infer<typeof releaseDigestsSchema>;

/** The digests of everything a scanned root can load, names sorted: the contents of `digests.json` for a release. */
function toReleaseDigests(scan: RootScan, release: string): ReleaseDigests {
  const entries = [...scan.folders.values()].flatMap((folder) => (folder.kind === "ok" ? [folder.entry] : []));
  const named = entries
    .map(({ name, digest }): [string, string] => [name, digest])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { release, digests: Object.fromEntries(named) };
}

/**
 * Reads the shipped capabilities for `npm run trust:release`. Throws broken_contract, naming the first finding, when one of
 * them cannot be loaded: a release vouches for all of them or none.
 */
export async function loadReleaseDigests(folder: string, release: string): Promise<ReleaseDigests> {
  const scan = await scanRoot({ rootPath: folder, layer: "L1" }, { onFiles: () => undefined });
  for (const scanned of scan.folders.values()) {
    const issue = scanned.kind === "broken" ? scanned.broken.issues[0] : undefined;
    if (scanned.kind !== "broken") continue;
    throw new AppError("broken_contract", `${scanned.broken.folder} cannot be loaded: ${issue?.message ?? "unknown"}`, {
      next: "Mend it, then run `npm run trust:release` again.",
    });
  }
  return toReleaseDigests(scan, release);
}

async function readDigests(file: string): Promise<ReleaseDigests | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new AppError("bad_input", `${file} cannot be read: ${toReason(error)}.`, { cause: error });
  }
  try {
    return releaseDigestsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError("bad_input", `${file} is not a list of release digests, so nothing that ships is trusted.`, {
      next: "Write it anew by `npm run trust:release`, or restore the file of the release.",
      cause,
    });
  }
}

/**
 * Records the digests of `<root>/digests.json` as trusted by `release <version>` (design.md 6), once for each content of
 * that file: a digest that a person took the trust from stays a draft at the next start. Answers how many were recorded.
 * Throws bad_input for a file that is there but is no such list.
 */
export async function recordReleaseTrust(store: Store, rootPath: string): Promise<number> {
  const digests = await readDigests(join(rootPath, "digests.json"));
  if (!digests) return 0;
  const key = `release_trust:${createHash("sha256").update(JSON.stringify(digests)).digest("hex")}`;
  if ((await findMeta(store, key)) !== null) return 0;
  const trustedBy = `release ${digests.release}`;
  for (const [name, digest] of Object.entries(digests.digests)) {
    await recordTrust(store, { digest, name, trustedBy, reason: "Shipped with the release." });
  }
  await ensureMeta(store, key, () => new Date().toISOString());
  return Object.keys(digests.digests).length;
}
