import { renderExtra } from "#server/discovery/extra-capabilities";
import type { ExtraCapabilities } from "#server/loop/events";
import type { CatalogView } from "#server/loop/ports";
import { LISTED_MAX } from "./background";
import { toSignature } from "./capability-usage";
import type { Section } from "./section";

/**
 * What discovery found for this query, newest last; nothing that the turn's view does not hold. What BACKGROUND lists
 * already is named as a match and not described a second time.
 */
export function extraCapabilitiesSection(extra: ExtraCapabilities, view: CatalogView): Section {
  const listed = new Set(view.capabilities.slice(0, LISTED_MAX).map((capability) => capability.name));
  const list = renderExtra(extra, (_kind, name) => (listed.has(name) ? undefined : view.get(name)));
  const known = Object.values(extra)
    .flat()
    .filter((name) => listed.has(name));
  const signatures = [...extra.tool, ...extra.forge]
    .filter((name) => !listed.has(name))
    .flatMap((name) => view.get(name) ?? [])
    .map((capability) => `* ${capability.name}: ${toSignature(capability.inputSchema)}`);
  const parts = [
    known.length === 0 ? "" : `Of those in BACKGROUND these match, best last: ${known.join(", ")}`,
    list,
    signatures.length === 0 ? "" : `### Arguments\n${signatures.join("\n")}`,
  ];
  return { name: "EXTRA_CAPABILITIES", body: parts.filter((part) => part !== "").join("\n\n") };
}
