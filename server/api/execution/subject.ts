import { z } from "zod";
import { fileChangesSchema } from "#server/api/draft/draft.types";
import { AppError } from "#server/errors";
import type { ExecutionRequest } from "#server/runs/runs";
import type { Services } from "#server/services";

/** Which bytes to run: the editor's buffer laid over what is stored, the stored draft, what the name resolves to, or one digest. */
export const subjectSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("buffer"), changes: fileChangesSchema }),
  z.object({ kind: z.literal("draft") }),
  z.object({ kind: z.literal("current") }),
  z.object({ kind: z.literal("digest"), digest: z.string().regex(/^[0-9a-f]{64}$/) }),
]);
export type Subject = z.infer<typeof subjectSchema>;

/**
 * Turns what a caller named into bytes or a digest.
 * Throws not_found when there is no such capability, draft or digest; root_pending when its root is not admitted.
 */
export async function getSubject(
  services: Services,
  name: string,
  subject: Subject,
): Promise<ExecutionRequest["subject"]> {
  switch (subject.kind) {
    case "digest":
      return { kind: "digest", digest: subject.digest };
    case "current":
      return { kind: "digest", digest: getCurrentDigest(services, name) };
    case "draft": {
      const files = await services.drafts.filesOf(name);
      if (!files)
        throw new AppError("not_found", `${name} has no draft.`, { next: "Edit it first, or run it as it is." });
      return { kind: "buffer", files };
    }
    case "buffer": {
      const stored = await services.drafts.filesOf(name);
      const base = stored ?? (await services.registry.filesOf(getCurrentDigest(services, name)));
      const files = new Map(base);
      for (const change of subject.changes) {
        if (change.text === null) files.delete(change.path);
        else files.set(change.path, new TextEncoder().encode(change.text));
      }
      return { kind: "buffer", files };
    }
  }
}

function getCurrentDigest(services: Services, name: string): string {
  const catalog = services.registry.current();
  const entry = catalog.entries.get(name);
  if (entry) return entry.digest;
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
  const nearest = catalog.index.nearest(name, 3);
  throw new AppError("not_found", `There is no capability named ${name}.`, {
    next: nearest.length > 0 ? `Nearest names: ${nearest.join(", ")}.` : "See the list of capabilities.",
    details: { nearest },
  });
}
