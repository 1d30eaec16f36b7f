import type { CapabilityFiles } from "#server/capability/contract";
import { AppError } from "#server/errors";
import { judgeFiles } from "#server/registry/load-entry";

/**
 * Refuses a draft that could not be used if it were approved: broken, with errors, under another name, or with nothing to
 * run. Throws bad_input with every finding in `details`.
 */
export function checkSubmittable(name: string, files: CapabilityFiles): void {
  const judged = judgeFiles(files, { rootPath: "", layer: "L2", folder: name });
  const issues = judged.kind === "ok" ? judged.entry.issues : judged.broken.issues;
  const errors = issues.filter((issue) => issue.severity === "error");
  const first = errors[0];
  if (judged.kind === "broken" || first) {
    const where = first ? `: ${first.file}, line ${first.line}: ${first.message}` : ".";
    throw new AppError("bad_input", `"${name}" cannot be submitted${where}`, {
      next: `Mend ${errors.length === 1 ? "this" : `all ${errors.length} errors`} in the editor, then submit again.`,
      details: { issues },
    });
  }
  if (judged.entry.name !== name) {
    throw new AppError("bad_input", `The contract calls itself "${judged.entry.name}", the draft is of "${name}".`, {
      next: `Set its name back to "${name}"; a new name is a new capability.`,
    });
  }
  if (judged.entry.disabled) {
    const { reason, enabledBy } = judged.entry.disabled;
    throw new AppError("bad_input", `"${name}" could not run: ${reason}`, { next: enabledBy });
  }
}
