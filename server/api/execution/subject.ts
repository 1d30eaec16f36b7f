import { z } from "zod";
import { fileChangesSchema } from "#server/api/draft/draft.types";
import { AppError } from "#server/errors";
import { getCurrentEntry } from "#server/registry/get-current-entry";
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
      return { kind: "digest", digest: getCurrentEntry(services.registry.current(), name).digest };
    case "draft": {
      const files = await services.drafts.filesOf(name);
      if (!files)
        throw new AppError("not_found", `${name} has no draft.`, { next: "Edit it first, or run it as it is." });
      return { kind: "buffer", files };
    }
    case "buffer": {
      const stored = await services.drafts.filesOf(name);
      const base =
        stored ?? (await services.registry.filesOf(getCurrentEntry(services.registry.current(), name).digest));
      const files = new Map(base);
      for (const change of subject.changes) {
        if (change.text === null) files.delete(change.path);
        else files.set(change.path, new TextEncoder().encode(change.text));
      }
      return { kind: "buffer", files };
    }
  }
}
