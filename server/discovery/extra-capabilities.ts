import type { CapabilityType } from "#server/capability/contract";
import type { ExtraCapabilities } from "#server/loop/events";

/** Kept per kind (domain.md 1.14). */
export const EXTRA_CAP = 10;

/** In the order in which a prompt shows them. */
const KINDS = ["tool", "forge", "skill", "focus_mode"] as const satisfies readonly CapabilityType[];

const HEADINGS: Record<CapabilityType, string> = {
  tool: "Tools",
  forge: "Forges",
  skill: "Skills",
  focus_mode: "Focus modes",
};

const DESCRIPTION_BYTES_MAX = 150;

/** Nothing found yet. */
export const NO_EXTRA: ExtraCapabilities = { tool: [], forge: [], skill: [], focus_mode: [] };

/**
 * Adds what discovery found to what the loop already knows: a name that is there moves to the newest place, a new one is
 * appended, and beyond 10 of a kind the oldest leaves (domain.md 1.14, the newer rule). `added` holds names that were not
 * there before and are there now; `evicted` those that left. Neither argument is changed.
 */
export function addExtra(
  extra: ExtraCapabilities,
  hits: readonly { name: string; kind: CapabilityType }[],
): { extra: ExtraCapabilities; added: string[]; evicted: string[] } {
  const next: ExtraCapabilities = {
    tool: [...extra.tool],
    forge: [...extra.forge],
    skill: [...extra.skill],
    focus_mode: [...extra.focus_mode],
  };
  for (const { name, kind } of hits) {
    if (!name) continue;
    const kept = next[kind].filter((known) => known !== name);
    next[kind] = [...kept, name].slice(-EXTRA_CAP);
  }
  const changes = KINDS.map((kind) => ({
    added: next[kind].filter((name) => !extra[kind].includes(name)),
    evicted: extra[kind].filter((name) => !next[kind].includes(name)),
  }));
  return {
    extra: next,
    added: changes.flatMap(({ added }) => added),
    evicted: changes.flatMap(({ evicted }) => evicted),
  };
}

/**
 * The prompt section: per non-empty kind a heading with (count/cap) and one line a name, newest last; "" when there is
 * nothing, so that no empty section is written. A description over 150 bytes is cut between characters and ends with "...".
 * `describeBy` answers undefined for a name that is gone; its line is left out and not counted.
 */
export function renderExtra(
  extra: ExtraCapabilities,
  describeBy: (kind: CapabilityType, name: string) => { title: string; description: string } | undefined,
): string {
  return KINDS.flatMap((kind) => {
    const lines = extra[kind].flatMap((name) => {
      const known = describeBy(kind, name);
      if (!known) return [];
      const title = known.title && known.title !== name ? ` (${known.title})` : "";
      return [`* \`${name}\`${title}: ${cutToBytes(known.description, DESCRIPTION_BYTES_MAX)}`];
    });
    return lines.length === 0 ? [] : [`### ${HEADINGS[kind]} (${lines.length}/${EXTRA_CAP})\n${lines.join("\n")}`];
  }).join("\n\n");
}

function cutToBytes(text: string, bytesMax: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= bytesMax) return text;
  let end = bytesMax;
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return `${new TextDecoder().decode(bytes.subarray(0, end))}...`;
}
