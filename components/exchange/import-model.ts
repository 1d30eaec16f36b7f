import type { ApiOutputs } from "#components/api";

export type ImportPreview = ApiOutputs["exchange"]["preview"];
export type ImportItem = ImportPreview["items"][number];
export type SkippedItem = ImportPreview["skipped"][number];
export type TextFile = { path: string; text: string };

/** What is given to look at; every act of the dialog makes a new one. */
export type ImportInput = { source: string; files: TextFile[]; quoted: string[]; names: Record<string, string> };

export const NO_INPUT: ImportInput = { source: "", files: [], quoted: [], names: {} };

/** The server's own bounds, said before anything is sent. */
const FILES_MAX = 2_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;
export const CHOSEN_MAX = 500;

export function countCharacters(files: readonly TextFile[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

export function isTooMuch(files: readonly TextFile[]): boolean {
  return files.length > FILES_MAX || countCharacters(files) > CHARACTERS_MAX;
}

/** True when a draft of it can be made under the name it has. */
export function canCreate(item: ImportItem): boolean {
  return item.collision === null;
}

/** What a person clicked counts; else everything that can be made and could run is chosen. */
export function isChosen(item: ImportItem, clicked: ReadonlyMap<string, boolean>): boolean {
  return canCreate(item) && (clicked.get(item.key) ?? item.disabled === undefined);
}

/** The items with a text in their name, their old name or their place, in the report's order. */
export function filterItems(items: readonly ImportItem[], text: string): readonly ImportItem[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return items;
  return items.filter(({ name, originalName, place }) =>
    [name, originalName, place].some((word) => word.toLowerCase().includes(wanted)),
  );
}

const RANK = { error: 0, warning: 1, info: 2 };

/** The issues with the worst first; the rest keeps its order. */
export function sortIssues(issues: ImportItem["issues"]): ImportItem["issues"] {
  return [...issues].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}
