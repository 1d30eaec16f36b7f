import type { SubmissionRecord } from "#server/store/rows";
import type { Store } from "#server/store/store";
import { findTrust } from "#server/store/trust";
import { loadVersion } from "#server/store/versions";
import type { Submission } from "./review";

/**
 * What a reviewer sees a submission against: the trusted version the draft began from, else the newest one of that name that
 * was trusted before it, else whatever it began from; null for a new capability.
 */
export async function findComparison(
  store: Store,
  { name, baseDigest, digest, submittedAt }: Pick<SubmissionRecord, "name" | "baseDigest" | "digest" | "submittedAt">,
): Promise<Submission["comparedWith"]> {
  const trust = await findTrust(store);
  if (trust.has(baseDigest) && baseDigest !== digest) return { digest: baseDigest, label: "trusted version" };
  const [newest] = [...trust.values()]
    .filter((record) => record.name === name && record.digest !== digest && record.trustedAt <= submittedAt)
    .sort((a, b) => b.trustedAt.getTime() - a.trustedAt.getTime());
  if (newest && (await loadVersion(store, newest.digest))) {
    return { digest: newest.digest, label: `version trusted on ${newest.trustedAt.toISOString().slice(0, 10)}` };
  }
  const isStored = baseDigest !== "" && (await loadVersion(store, baseDigest)) !== null;
  return isStored ? { digest: baseDigest, label: "untrusted version it began from" } : null;
}
