import type { CapabilityType } from "#server/capability/contract";
import type { LoopCapability } from "#server/loop/ports";
import { toCapabilityLine, USAGE } from "./capability-usage";
import type { Section } from "./section";

/** Capabilities listed in every prompt: a list that stays the same is cheap and is read (domain.md 1.14, "fewer than 20"). */
export const LISTED_MAX = 20;

/** The core capabilities in the tree's order, with how each kind is used, as every prompt of these capabilities lists them. */
export function toCapabilityList(capabilities: readonly LoopCapability[]): string {
  const listed = capabilities.slice(0, LISTED_MAX);
  const kinds = [...new Set<CapabilityType>(listed.map((capability) => capability.type))];
  const left = capabilities.length - listed.length;
  const more = `${left} more are not listed: what fits the query stands in EXTRA_CAPABILITIES, others are found by load_capability.`;
  const lines = [
    ...(listed.length === 0 ? ["No capability may be used for this query."] : []),
    ...kinds.map((kind) => `Use a ${kind} by ${USAGE[kind]}.`),
    ...listed.map(toCapabilityLine),
    ...(left > 0 ? [more] : []),
  ];
  return lines.join("\n");
}

/** The time and the list of capabilities. */
export function backgroundSection(startedAt: number, capabilities: readonly LoopCapability[]): Section {
  const body = `Time: ${new Date(startedAt).toISOString()}\n${toCapabilityList(capabilities)}`;
  return { name: "BACKGROUND", body };
}
