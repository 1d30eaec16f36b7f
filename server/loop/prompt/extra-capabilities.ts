import { renderExtra } from "#server/discovery/extra-capabilities";
import type { ExtraCapabilities } from "#server/loop/events";
import type { CatalogView } from "#server/loop/ports";
import { toSignature } from "./capability-usage";
import type { Section } from "./section";

/** What discovery found for this query, newest last; nothing that the turn's view does not hold. */
export function extraCapabilitiesSection(extra: ExtraCapabilities, view: CatalogView): Section {
  const list = renderExtra(extra, (_kind, name) => view.get(name));
  const found = [...extra.tool, ...extra.forge].flatMap((name) => view.get(name) ?? []);
  const signatures = found.map((capability) => `* ${capability.name}: ${toSignature(capability.inputSchema)}`);
  const body = signatures.length === 0 ? list : `${list}\n\n### Arguments\n${signatures.join("\n")}`;
  return { name: "EXTRA_CAPABILITIES", body };
}
