import type { ImportProgress } from "./import-files";

/**
 * How far the imports of this moment are, by an id that whoever asked for one made up. Kept in memory only: an import ends
 * with the request that asked for it.
 */
export type ProgressBoard = {
  /** Null when no import of that id is at work. */
  find(id: string): ImportProgress | null;
  set(id: string, progress: ImportProgress): void;
  clear(id: string): void;
};

export function createProgressBoard(): ProgressBoard {
  const imports = new Map<string, ImportProgress>();
  return {
    find: (id) => imports.get(id) ?? null,
    set: (id, progress) => void imports.set(id, progress),
    clear: (id) => void imports.delete(id),
  };
}
