import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { findListed, isIgnoredName, toReason } from "./read-folder";
import { findFolders } from "./scan-root";

/** How often the root itself is looked at: whether it came, went, or is another folder now. */
const POLL_MS = 500;
/** Rounds of that clock between two readings of a root that the system refuses to watch. */
const REFUSED_ROUNDS = 10;
const DEPTH_MAX = 8;
/** Entries whose watchers are opened in one turn of the event loop. */
const TURN = 16;

export type RootWatch = {
  /**
   * Opens the watchers of a folder anew, after it changed: folders in it may have come, gone or been swapped. "" renews
   * the whole root. Contract: never throws; called before the folder is read, so that no change falls in between.
   */
  renew(folder: string): Promise<void>;
  close(): void;
};

export type RootWatchOptions = {
  /** Something at or under this folder of the root changed; "" when the whole root may have. */
  onChange(folder: string): void;
  /** The system refuses to watch, for instance because it is out of watches; the root is read every 5 s from then on. */
  onRefused(reason: string): void;
};

/** All folders at and under `folder`; what cannot be listed has none. In a row: awaited, the calls cost ten times as much. */
function findAllFolders(folder: string, depth = 0): string[] {
  const inner = findListed(folder).filter((entry) => entry.isDirectory() && !isIgnoredName(entry.name));
  if (depth === DEPTH_MAX) return [folder];
  return [folder, ...inner.flatMap(({ name }) => findAllFolders(join(folder, name), depth + 1))];
}

/** Tells one folder at a path from another that took its place; null when there is none. */
async function identityOf(path: string): Promise<string | null> {
  return stat(path).then(
    (stats) => (stats.isDirectory() ? `${stats.dev}:${stats.ino}` : null),
    () => null,
  );
}

class NativeRootWatch implements RootWatch {
  readonly #rootPath: string;
  readonly #options: RootWatchOptions;
  /** Native watchers by the entry's folder they belong to; "" owns the one on the root. */
  readonly #watchers = new Map<string, FSWatcher[]>();
  #timer: NodeJS.Timeout | undefined;
  #identity: string | null = null;
  #isRefused = false;
  #isClosed = false;
  #round = 0;

  constructor(rootPath: string, options: RootWatchOptions) {
    this.#rootPath = rootPath;
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#check(), POLL_MS).unref();
  }

  async renew(folder: string): Promise<void> {
    if (folder === "") {
      this.#closeWatchers();
      this.#identity = await identityOf(this.#rootPath);
      if (this.#identity === null || this.#isRefused) return;
      this.#open("", this.#rootPath);
      const folders = await findFolders(this.#rootPath).catch(() => []);
      for (const [at, { folder: entry }] of folders.entries()) {
        // Others get their turn in between.
        if (at % TURN === 0) await setImmediate();
        this.#renewEntry(entry);
      }
      return;
    }
    this.#renewEntry(folder);
  }

  #renewEntry(folder: string): void {
    for (const watcher of this.#watchers.get(folder) ?? []) watcher.close();
    this.#watchers.delete(folder);
    for (const inner of findAllFolders(folder)) this.#open(folder, inner);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#closeWatchers();
  }

  async #check(): Promise<void> {
    this.#round += 1;
    const identity = await identityOf(this.#rootPath);
    const isDue = this.#isRefused && this.#round % REFUSED_ROUNDS === 0;
    if (!this.#isClosed && (identity !== this.#identity || isDue)) this.#options.onChange("");
  }

  #open(owner: string, folder: string): void {
    if (this.#isClosed || this.#isRefused) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => this.#tell(owner, name));
      watcher.on("error", () => this.#tell(owner, null));
      const list = this.#watchers.get(owner) ?? [];
      this.#watchers.set(owner, [...list, watcher]);
    } catch (error) {
      // A folder that went away in between is told by its parent; anything else means there are no watches left.
      if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return;
      this.#isRefused = true;
      this.#closeWatchers();
      this.#options.onRefused(toReason(error));
    }
  }

  /** An event of the root names the entry that came, went or was swapped; one inside an entry concerns that entry. */
  #tell(owner: string, name: string | null): void {
    if (this.#isClosed || (owner === "" && name !== null && isIgnoredName(name))) return;
    const isRootsOwn =
      name === null || name === basename(this.#rootPath) || /^(?:CAPABILITY\.yaml|SKILL\.md)$/.test(name);
    if (owner !== "") this.#options.onChange(owner);
    else this.#options.onChange(isRootsOwn ? "" : join(this.#rootPath, name));
  }

  #closeWatchers(): void {
    for (const list of this.#watchers.values()) for (const watcher of list) watcher.close();
    this.#watchers.clear();
  }
}

/**
 * Watches a root by one native watcher a folder, and by a slow look at the root itself, which may not be there yet. Not
 * chokidar, which also watches every file: for 10,000 entries it took 5.0 s to begin and this takes 0.2 s (2026-11,
 * Node 20, two cores; make 10,000 folders with one file and one folder each and time both).
 */
export async function watchRoot(rootPath: string, options: RootWatchOptions): Promise<RootWatch> {
  const rootWatch = new NativeRootWatch(rootPath, options);
  await rootWatch.renew("");
  rootWatch.start();
  return rootWatch;
}
