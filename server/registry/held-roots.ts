import { isAbsolute, join, relative, sep } from "node:path";
import type { RootSetting } from "#server/settings";
import type { NewVersion } from "#server/store/versions";
import type { ScannedRoot } from "./derive-winners";
import type { FolderEdit } from "./edit-catalog";
import { isSameScan } from "./is-same-scan";
import { findRoots, type RootPlace } from "./roots";
import { type ScannedFolder, type ScanOptions, scanFolder, scanRoot } from "./scan-root";
import { type RootWatch, watchRoot } from "./watch-root";

/** A root that is held: its place, what was last read of it, and the watch that tells when to read again. */
type HeldRoot = {
  place: RootPlace;
  folders: Map<string, ScannedFolder>;
  problem?: string | undefined;
  watch: RootWatch;
};

/** Folders that hold something else than before; null when a whole root was read, or roots came and went. */
export type Edits = readonly FolderEdit[] | null;

export type HeldRootsOptions = {
  /** Something at or under this folder of the root changed; "" when the whole root may have. */
  onTouched(rootPath: string, folder: string): void;
  /** Takes the bytes of each entry that is read, save those of pending roots. */
  keep(version: NewVersion): void;
  log(line: string): void;
};

/**
 * The roots with what was last read of each. States of a root: held with its last good scan, or let go when no longer
 * configured. Nothing here may run twice at once; the registry's queue sees to that.
 */
export class HeldRoots {
  readonly #options: HeldRootsOptions;
  /** Insertion order is precedence. */
  readonly #roots = new Map<string, HeldRoot>();
  /** Held, but never read since they came or were let in. */
  readonly #unread = new Set<HeldRoot>();

  constructor(options: HeldRootsOptions) {
    this.#options = options;
  }

  /** Brings the held roots in line with the configured ones. Answers true when anything about them changed. */
  async hold(settings: readonly RootSetting[], admissions: ReadonlySet<string>): Promise<boolean> {
    const before = this.#describe();
    const places = await findRoots(settings, admissions);
    for (const [path, root] of this.#roots) {
      if (places.some((place) => place.path === path)) continue;
      root.watch.close();
      this.#roots.delete(path);
      this.#unread.delete(root);
    }
    for (const place of places) {
      const held = this.#roots.get(place.path);
      const root = held ?? { place, folders: new Map(), watch: await this.#watch(place.path) };
      const isFresh = !held || held.place.admission !== place.admission || held.place.layer !== place.layer;
      root.place = place;
      this.#roots.delete(place.path);
      this.#roots.set(place.path, root);
      if (isFresh) this.#unread.add(root);
    }
    return this.#describe() !== before;
  }

  /** Reads the roots that are new, or newly let in. */
  async readNew(): Promise<void> {
    for (const root of this.#unread) await this.#scanWhole(root);
  }

  async readAll(): Promise<void> {
    for (const root of this.#roots.values()) await this.#scanWhole(root);
  }

  /** Reads folders of a root again; "" among them is the whole root. A root that is held no more has none. */
  async reread(rootPath: string, folders: ReadonlySet<string>): Promise<Edits> {
    const root = this.#roots.get(rootPath);
    if (!root) return [];
    if (folders.has("") || root.folders.has(rootPath)) return this.#rereadRoot(root);
    const edits: FolderEdit[] = [];
    for (const folder of folders) edits.push(...(await this.#rereadFolder(root, folder)));
    return edits;
  }

  /** Reads the entry that a path belongs to; a path in no held root belongs to nobody. */
  async rereadPath(path: string): Promise<Edits> {
    const edits: FolderEdit[] = [];
    let isWhole = false;
    for (const [rootPath, { folders }] of this.#roots) {
      const inside = relative(rootPath, path);
      if (inside.startsWith("..") || isAbsolute(inside)) continue;
      const [name] = inside.split(sep);
      const own = await this.reread(rootPath, new Set([!name || folders.size === 0 ? "" : join(rootPath, name)]));
      edits.push(...(own ?? []));
      isWhole ||= own === null;
    }
    return isWhole ? null : edits;
  }

  /** In rising precedence. */
  toScanned(): ScannedRoot[] {
    return [...this.#roots.values()].map(({ place, folders, problem }) => ({
      place,
      scan: { folders, ...(problem === undefined ? {} : { problem }) },
    }));
  }

  close(): void {
    for (const root of this.#roots.values()) root.watch.close();
  }

  #describe(): string {
    return JSON.stringify([...this.#roots.values()].map(({ place }) => place));
  }

  #watch(path: string): Promise<RootWatch> {
    return watchRoot(path, {
      onChange: (folder) => this.#options.onTouched(path, folder),
      onRefused: (reason) => this.#options.log(`${path} cannot be watched (${reason}); it is read every 5 s instead.`),
    });
  }

  async #rereadRoot(root: HeldRoot): Promise<null> {
    const { path, layer, origin } = root.place;
    const setting = { path, layer, origin, admission: "not_needed" } as const;
    const [seen] = await findRoots([setting], new Set());
    if (seen) root.place = { ...root.place, exists: seen.exists, writable: seen.writable };
    await root.watch.renew("");
    await this.#scanWhole(root);
    return null;
  }

  /** Nothing when it holds what it held: a folder that the caller of `update` wrote is told by its watch as well. */
  async #rereadFolder(root: HeldRoot, folder: string): Promise<FolderEdit[]> {
    await root.watch.renew(folder);
    const after = await scanFolder(toRoot(root), folder, this.#scanOptions(root));
    const before = root.folders.get(folder);
    if (isSameScan(before, after)) return [];
    if (after) root.folders.set(folder, after);
    else root.folders.delete(folder);
    return [{ before, after }];
  }

  async #scanWhole(root: HeldRoot): Promise<void> {
    const { folders, problem } = await scanRoot(toRoot(root), this.#scanOptions(root));
    root.problem = problem;
    this.#unread.delete(root);
    // A root that cannot be read for a moment keeps what it held; its problem is shown beside it.
    if (problem === undefined) root.folders = new Map(folders);
  }

  #scanOptions({ place, watch }: HeldRoot): ScanOptions {
    // Bytes of a pending root stay where they are until a person lets the root in.
    const isKept = place.admission !== "pending";
    return {
      onFiles: ({ digest, name }, files) => isKept && this.#options.keep({ digest, name, files }),
      onFolder: (entry, folder) => watch.open(entry, folder),
    };
  }
}

function toRoot({ place: { path, layer } }: HeldRoot): { rootPath: string; layer: "L1" | "L2" } {
  return { rootPath: path, layer };
}
