import type { ApiOutputs } from "#components/api";

export type Health = ApiOutputs["catalog"]["health"];
export type HealthItem = Health["items"][number];
export type HealthSectionName = Health["shown"];
export type Severity = HealthItem["severity"];

export const SEVERITIES = ["error", "warning", "note"] as const satisfies readonly Severity[];

export type HealthFilter = { words: string; severity: Severity | null };

/** The items that hold every word somewhere in what a row shows, of one severity or of all. Pure. */
export function filterHealth(items: readonly HealthItem[], { words, severity }: HealthFilter): readonly HealthItem[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0 && severity === null) return items;
  return items.filter((item) => {
    if (severity !== null && item.severity !== severity) return false;
    const text = `${item.name} ${item.place} ${item.message} ${item.code}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
