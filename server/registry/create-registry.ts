import { isAbsolute, join, relative, sep } from "node:path";
import { digestOf } from "#server/capability/digest";
import { AppError, toProblem } from "#server/errors";
import type { RootSetting } from "#server/settings";
import { findAdmissions } from "#server/store/admissions";
import type { Store } from "#server/store/store";
import { findTrustedDigests } from "#server/store/trust";
import type { HostTool } from "#server/tools/host-tool";
import { type Archive, createArchive } from "./archive";
import { buildCatalog } from "./build-catalog";
import type { Catalog, Registry } from "./catalog";
import { editCatalog, type FolderEdit } from "./edit-catalog";
import { findLoadable } from "./find-disabled";
import type { HostServices } from "./host-services/create-host-services";
import { isSameScan } from "./is-same-scan";
import { assertRegistrable } from "./lifecycle/assert-registrable";
import { Lifecycle, type LoadRecord } from "./lifecycle/lifecycle";
import { readFolder } from "./read-folder";
import { recordReleaseTrust } from "./release-trust";
import { createRestTimer } from "./rest-timer";
import { findRoots, type RootPlace } from "./roots";
import { type ScannedFolder, type ScanOptions, scanFolder, scanRoot } from "./scan-root";
import type { HostFacts } from "./skills/find-unmet-needs";
import { type RootWatch, watchRoot } from "./watch-root";

export type RegistryOptions = {
  store: Store;
  /** All roots in rising precedence, asked again at each reload and update. */
  roots: () => Promise<readonly RootSetting[]>;
  /** Host tools that are there from the start; others come by `registerHostTool`. */
  hostTools: readonly HostTool[];
  /** Names of the services that code and host tools may require. */
  hostServices: readonly string[];
  /** What skills may ask of the machine; left out, nothing they ask for is missing. */
  hostFacts?: HostFacts;
  /** Hands a service to a host tool that is being loaded; left out, it gets none. */
  getService?: HostServices["get"];
  log: (line: string) => void;
  /** How long a host tool may take to load, milliseconds; left out, 10 s. */
  loadMsMax?: number;
};

/** A root that is held: its place, what was last read of it, and the watch that tells when to read again. */
type HeldRoot = {
  place: RootPlace;
  folders: Map<string, ScannedFolder>;
  problem?: string | undefined;
  watch: RootWatch;
};

/**
 * Holds the catalog. States of a root: held with its last good scan, or let go when no longer configured. Everything that
 * changes the catalog runs one after another in `#queue`: a change on disk touches folders, which are read again together
 * after a rest; `reload` reads all; `update` reads only trust, admissions and roots that are new. When a step throws,
 * the catalog before it stays and the error is logged, or thrown to whoever asked for the step.
 */
class DiskRegistry implements Registry {
  readonly #options: RegistryOptions;
  readonly #archive: Archive;
  readonly #roots = new Map<string, HeldRoot>();
  readonly #listeners = new Set<(catalog: Catalog) => void>();
  readonly #hostTools: Map<string, HostTool>;
  readonly #lifecycle: Lifecycle;
  readonly #touched = new Map<string, Set<string>>();
  #trusted: ReadonlySet<string> = new Set();
  /** Something is held that may be in no catalog yet: a step that fails leaves it to the next one, which then builds all. */
  #isBehind = true;
  #catalog: Catalog | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #rest = createRestTimer(() => this.#stepLater(() => this.#readTouched()));
  #isClosed = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#archive = createArchive(options.store);
    this.#hostTools = new Map(options.hostTools.map((tool) => [tool.capability.name, tool]));
    this.#lifecycle = new Lifecycle({
      getService: options.getService ?? refuseService,
      log: (line) => options.log(`registry: ${line}`),
      onSettled: () => this.#publishLater(),
      ...(options.loadMsMax === undefined ? {} : { loadMsMax: options.loadMsMax }),
    });
  }

  current(): Catalog {
    if (!this.#catalog) throw new AppError("internal", "The registry was asked before it read anything.");
    return this.#catalog;
  }

  reload(): Promise<Catalog> {
    return this.#enqueue(async () => {
      await this.#holdRoots();
      for (const root of this.#roots.values()) await this.#scanWhole(root);
      this.#lifecycle.forgetFailed();
      return this.#publish();
    });
  }

  update(changed: readonly string[] = []): Promise<Catalog> {
    return this.#enqueue(async () => {
      const fresh = await this.#holdRoots();
      for (const root of fresh) await this.#scanWhole(root);
      for (const folder of changed) await this.#rereadPath(folder);
      return this.#publish();
    });
  }

  registerHostTool(tool: HostTool): Promise<Catalog> {
    return this.#enqueue(async () => {
      assertRegistrable(tool, this.#hostTools, this.current());
      this.#hostTools.set(tool.capability.name, tool);
      return this.#publish();
    });
  }

  unregisterHostTool(name: string): Promise<Catalog> {
    return this.#enqueue(async () => {
      if (!this.#hostTools.delete(name)) throw new AppError("not_found", `There is no host tool ${name}.`);
      return this.#publish();
    });
  }

  findLoad(name: string): LoadRecord | null {
    if (this.#hostTools.has(name)) return this.#lifecycle.findLoad(name);
    return this.#catalog?.entries.get(name)?.load ?? null;
  }

  onChange(listener: (catalog: Catalog) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async filesOf(digest: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const files = (await this.#archive.filesOf(digest)) ?? (await this.#readFromDisk(digest));
    if (files) return files;
    throw new AppError("not_found", `The files of version ${digest.slice(0, 12)} are stored nowhere.`, {
      next: "Reload the page; the capability has probably changed since.",
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#rest.stop();
    for (const root of this.#roots.values()) root.watch.close();
    await this.#queue.catch(() => undefined);
    for (const root of this.#roots.values()) root.watch.close();
    await this.#lifecycle[Symbol.asyncDispose]();
    await this.#archive.settle();
  }

  #enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
    const next = this.#queue.catch(() => undefined).then(step);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  /**
   * Reads what the database says of digests and roots, and brings the held roots in line with the configured ones. Answers
   * those whose folders must be read from scratch.
   */
  async #holdRoots(): Promise<HeldRoot[]> {
    this.#isBehind = true;
    this.#trusted = await findTrustedDigests(this.#options.store);
    const admissions = await findAdmissions(this.#options.store);
    const places = await findRoots(await this.#options.roots(), admissions);
    for (const [path, root] of this.#roots) {
      if (places.some((place) => place.path === path)) continue;
      root.watch.close();
      this.#roots.delete(path);
    }
    const fresh: HeldRoot[] = [];
    for (const place of places) {
      const held = this.#roots.get(place.path);
      const root = held ?? { place, folders: new Map(), watch: await this.#watch(place.path) };
      if (!held || held.place.admission !== place.admission || held.place.layer !== place.layer) fresh.push(root);
      root.place = place;
      // Insertion order is precedence.
      this.#roots.delete(place.path);
      this.#roots.set(place.path, root);
    }
    return fresh;
  }

  #watch(path: string): Promise<RootWatch> {
    return watchRoot(path, {
      onChange: (folder) => this.#touch(path, folder),
      onRefused: (reason) =>
        this.#options.log(`registry: ${path} cannot be watched (${reason}); it is read every 5 s instead.`),
    });
  }

  #touch(path: string, folder: string): void {
    if (this.#isClosed) return;
    const folders = this.#touched.get(path) ?? new Set();
    this.#touched.set(path, folders.add(folder));
    this.#rest.touch();
  }

  /** A step that nobody waits for. */
  #stepLater(step: () => Promise<unknown>): void {
    this.#enqueue(step).catch((error: unknown) => {
      this.#options.log(`registry: the catalog stays as it was: ${toProblem(error).message}`);
    });
  }

  async #readTouched(): Promise<void> {
    const touched = [...this.#touched];
    this.#touched.clear();
    const isEdit = !this.#isBehind && touched.every(([path, folders]) => !this.#isWhole(path, folders));
    this.#isBehind = true;
    const edits: FolderEdit[] = [];
    for (const [path, folders] of touched) edits.push(...(await this.#rereadTouched(path, folders)));
    if (this.#isClosed) return;
    if (!isEdit) await this.#publish();
    else if (edits.length > 0) await this.#publish(edits);
    else this.#isBehind = false;
  }

  /** Answers the folders that hold something else than before; none of a root that is read as a whole. */
  async #rereadTouched(path: string, folders: ReadonlySet<string>): Promise<FolderEdit[]> {
    const root = this.#roots.get(path);
    if (!root || this.#isClosed) return [];
    const edits: FolderEdit[] = [];
    if (this.#isWhole(path, folders)) await this.#rereadRoot(root);
    else for (const folder of folders) edits.push(...(await this.#rereadFolder(root, folder)));
    return edits;
  }

  /** Whether the touched folders are the whole root. */
  #isWhole(path: string, folders: ReadonlySet<string>): boolean {
    return folders.has("") || this.#roots.get(path)?.folders.has(path) === true;
  }

  /** Reads the entry that a path belongs to; a path in no held root belongs to nobody. */
  async #rereadPath(path: string): Promise<void> {
    for (const root of this.#roots.values()) {
      const inside = relative(root.place.path, path);
      if (inside.startsWith("..") || isAbsolute(inside)) continue;
      const [name] = inside.split(sep);
      const isWhole = !name || root.folders.size === 0 || root.folders.has(root.place.path);
      if (isWhole) await this.#rereadRoot(root);
      else await this.#rereadFolder(root, join(root.place.path, name));
    }
  }

  async #rereadRoot(root: HeldRoot): Promise<void> {
    const { path, layer, origin } = root.place;
    const setting = { path, layer, origin, admission: "not_needed" } as const;
    const [seen] = await findRoots([setting], new Set());
    if (seen) root.place = { ...root.place, exists: seen.exists, writable: seen.writable };
    await root.watch.renew("");
    await this.#scanWhole(root);
  }

  /** Nothing when it holds what it held: a folder that the caller of `update` wrote is told by its watch as well. */
  async #rereadFolder(root: HeldRoot, folder: string): Promise<FolderEdit[]> {
    await root.watch.renew(folder);
    const after = await scanFolder(toScanRoot(root), folder, this.#scanOptions(root));
    const before = root.folders.get(folder);
    if (isSameScan(before, after)) return [];
    if (after) root.folders.set(folder, after);
    else root.folders.delete(folder);
    return [{ before, after }];
  }

  async #scanWhole(root: HeldRoot): Promise<void> {
    const { folders, problem } = await scanRoot(toScanRoot(root), this.#scanOptions(root));
    root.problem = problem;
    // A root that cannot be read for a moment keeps what it held; its problem is shown beside it.
    if (problem === undefined) root.folders = new Map(folders);
  }

  #scanOptions({ place, watch }: HeldRoot): ScanOptions {
    // Bytes of a pending root stay where they are until a person lets the root in.
    const isKept = place.admission !== "pending";
    return {
      onFiles: ({ digest, name }, files) => isKept && this.#archive.keep({ digest, name, files }),
      onFolder: (entry, folder) => watch.open(entry, folder),
    };
  }

  /** `edits` where nothing else changed since the last catalog. */
  async #publish(edits?: readonly FolderEdit[]): Promise<Catalog> {
    this.#isBehind = true;
    const previous = this.#catalog;
    const sources = { trusted: this.#trusted, loadedAt: Date.now() };
    const edited = previous && edits ? editCatalog(previous, edits, sources) : null;
    const catalog = edited ?? (await this.#withLoadedTools(this.#build()));
    this.#catalog = catalog;
    this.#isBehind = false;
    // Stored behind the catalog's back: until then the archive answers from memory.
    this.#archive.settle().catch((error: unknown) => {
      this.#options.log(`registry: files of capabilities could not be stored: ${toProblem(error).message}`);
    });
    if (previous && previous.revision !== catalog.revision) for (const listener of this.#listeners) listener(catalog);
    return catalog;
  }

  /** The catalog after host tools were loaded and unloaded; built again until that changes nothing any more. */
  async #withLoadedTools(catalog: Catalog): Promise<Catalog> {
    const { hostServices } = this.#options;
    const toState = () => JSON.stringify([...this.#lifecycle.findProblems()]);
    const before = toState();
    const hostTools = [...this.#hostTools.values()];
    await this.#lifecycle.sync(findLoadable({ winners: catalog.entries, hostTools, hostServices }));
    // What now loads or fails may decide over a tool that uses it.
    return toState() === before ? catalog : this.#withLoadedTools(this.#build());
  }

  /** A load that no catalog waited for has ended. */
  #publishLater(): void {
    if (!this.#isClosed) this.#stepLater(async () => void (this.#isClosed || (await this.#publish())));
  }

  #build(): Catalog {
    const previous = this.#catalog;
    return buildCatalog({
      roots: [...this.#roots.values()].map(({ place, folders, problem }) => ({
        place,
        scan: { folders, ...(problem === undefined ? {} : { problem }) },
      })),
      trusted: this.#trusted,
      hostTools: [...this.#hostTools.values()],
      hostProblems: this.#lifecycle.findProblems(),
      hostServices: this.#options.hostServices,
      hostFacts: this.#options.hostFacts,
      loadedAt: Date.now(),
      ...(previous ? { previous } : {}),
    });
  }

  /** Bytes that were never archived, those of a pending root, as long as the disk still has that digest. */
  async #readFromDisk(digest: string): Promise<ReadonlyMap<string, Uint8Array> | null> {
    const entry = this.#catalog?.pending.find((candidate) => candidate.digest === digest);
    const contents = entry && readFolder(entry.folder);
    return contents?.kind === "ok" && digestOf(contents.files) === digest ? contents.files : null;
  }
}

function refuseService(name: string): never {
  throw new AppError("not_found", `There is no host service ${name}.`);
}

function toScanRoot({ place }: HeldRoot): { rootPath: string; layer: "L1" | "L2" } {
  return { rootPath: place.path, layer: place.layer };
}

/**
 * Reads all roots, records the trust that the release brings (design.md 6), and keeps the catalog in step with the disk
 * until it is closed: a change is a new revision within a second. Throws bad_input when the release's list of digests is
 * there but cannot be read; a bad entry or a root that is missing never makes it throw.
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  for (const { path, layer } of await options.roots()) {
    if (layer !== "L1") continue;
    const count = await recordReleaseTrust(options.store, path);
    if (count > 0) options.log(`registry: ${count} capabilities of the release are trusted.`);
  }
  const registry = new DiskRegistry(options);
  await registry.reload();
  return registry;
}
