import { AppError } from "#server/errors";
import type { CapabilityEntry, Catalog } from "./catalog";
import { toNotFound } from "./resolve-in-catalog";

/**
 * The entry that a name resolves to.
 * Throws not_found with the nearest names, root_pending, broken_contract with the findings in `details`.
 */
export function getCurrentEntry(catalog: Catalog, name: string): CapabilityEntry {
  const entry = catalog.entries.get(name);
  if (entry) return entry;
  if (catalog.pending.some((pending) => pending.name === name)) {
    throw new AppError("root_pending", `${name} lies in a root that nobody has admitted.`, {
      next: "Look at the root in Settings and admit it.",
    });
  }
  const broken = catalog.broken.find((candidate) => candidate.name === name);
  if (broken) {
    throw new AppError(
      "broken_contract",
      `${name} cannot be loaded: ${broken.issues[0]?.message ?? "see its findings"}`,
      {
        next: "Mend the file; it is loaded again at once.",
        details: { issues: broken.issues },
      },
    );
  }
  throw toNotFound(catalog, name);
}
