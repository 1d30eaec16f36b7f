import { AppError } from "#server/errors";
import type { HostTool } from "#server/tools/host-tool";
import type { Catalog } from "../catalog";

/** What every provider takes as the name of a function. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

function ownerOf({ group, metadata }: HostTool): string {
  return `${group} of ${metadata.runtime?.owner ?? "nobody"}`;
}

/**
 * Throws when a host tool cannot be registered at run time: `bad_input` for a name no provider would take, `conflict` for a
 * name that another tool or a capability of a root has. The same tool of the same owner is replaced, not refused.
 */
export function assertRegistrable(tool: HostTool, registered: ReadonlyMap<string, HostTool>, catalog: Catalog): void {
  const { name } = tool.capability;
  if (!NAME.test(name)) {
    throw new AppError("bad_input", `"${name}" is no name a model can call.`, {
      next: "Use 1 to 64 letters, digits, _ and -.",
    });
  }
  const before = registered.get(name);
  if (before && ownerOf(before) === ownerOf(tool)) return;
  if (before) {
    throw new AppError("conflict", `The name ${name} is taken by the tool in ${ownerOf(before)}.`, {
      next: "Choose another name, or unregister that tool first.",
    });
  }
  const entry = catalog.entries.get(name);
  if (!entry) return;
  throw new AppError("conflict", `The name ${name} is taken by the capability in ${entry.folder}.`, {
    next: "Choose another name for the tool, or rename the capability.",
  });
}
