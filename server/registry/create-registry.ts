import { isDeepStrictEqual } from "node:util";
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
import { type Edits, HeldRoots } from "./held-roots";
import type { HostServices } from "./host-services/create-host-services";
import { assertRegistrable } from "./lifecycle/assert-registrable";
import { Lifecycle, type LoadRecord } from "./lifecycle/lifecycle";
import { readFolder } from "./read-folder";
import { recordReleaseTrust } from "./release-trust";
import { createRestTimer } from "./rest-timer";
import type { HostFacts } from "./skills/find-unmet-needs";

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

/**
 * Holds the catalog. Everything that changes it runs one after another in `#queue`: a change on disk touches folders, which are read again together
 * after a rest; `reload` reads all; `update` reads only trust, admissions and roots that are new. When a step throws,
 * the catalog before it stays and the error is logged, or thrown to whoever asked for the step.
 */
class DiskRegistry implements Registry {
  readonly #options: RegistryOptions;
  readonly #archive: Archive;
  readonly #roots: HeldRoots;
  readonly #listeners = new Set<(catalog: Catalog) => void>();
  #hostTools: Map<string, HostTool>;
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
    this.#roots = new HeldRoots({
      onTouched: (rootPath, folder) => this.#touch(rootPath, folder),
      keep: (version) => this.#archive.keep(version),
      log: (line) => options.log(`registry: ${line}`),
    });
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
      await this.#roots.readAll();
      this.#lifecycle.forgetFailed();
      return this.#publish(null);
    });
  }

  update(changed: readonly string[] = []): Promise<Catalog> {
    return this.#enqueue(async () => {
      await this.#holdRoots();
      await this.#roots.readNew();
      const edits = await this.#collect(changed.map((path) => () => this.#roots.rereadPath(path)));
      // Without a path, whoever asks may have changed what only a whole catalog takes in.
      return this.#publish(changed.length > 0 ? edits : null);
    });
  }

  registerHostTool(tool: HostTool): Promise<Catalog> {
    return this.changeHostTools({ remove: [], add: [tool] });
  }

  unregisterHostTool(name: string): Promise<Catalog> {
    return this.#enqueue(async () => {
      if (!this.#hostTools.delete(name)) throw new AppError("not_found", `There is no host tool ${name}.`);
      return this.#publish(null);
    });
  }

  changeHostTools({ remove, add }: { remove: readonly string[]; add: readonly HostTool[] }): Promise<Catalog> {
    return this.#enqueue(async () => {
      const left = new Map([...this.#hostTools].filter(([name]) => !remove.includes(name)));
      for (const tool of add) {
        assertRegistrable(tool, left, this.current());
        left.set(tool.capability.name, tool);
      }
      this.#hostTools = left;
      return this.#publish(null);
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
    this.#roots.close();
    await this.#queue.catch(() => undefined);
    this.#roots.close();
    await this.#lifecycle[Symbol.asyncDispose]();
    await this.#archive.settle();
  }

  #enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
    const next = this.#queue.catch(() => undefined).then(step);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  /** Reads what the database and the settings say of digests and roots. */
  async #holdRoots(): Promise<void> {
    const trusted = await findTrustedDigests(this.#options.store);
    const isTrustSame = isDeepStrictEqual(trusted, this.#trusted);
    const admissions = await findAdmissions(this.#options.store);
    const settings = await this.#options.roots();
    const wasBehind = this.#isBehind || !isTrustSame;
    this.#isBehind = true;
    this.#trusted = trusted;
    const areRootsChanged = await this.#roots.hold(settings, admissions);
    this.#isBehind = wasBehind || areRootsChanged;
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
    const edits = await this.#collect(
      touched.map(
        ([path, folders]) =>
          () =>
            this.#roots.reread(path, folders),
      ),
    );
    if (!this.#isClosed) await this.#publish(edits);
  }

  /** Runs the readings one after another. null when one of them, or something before them, asks for a whole catalog. */
  async #collect(readings: readonly (() => Promise<Edits>)[]): Promise<Edits> {
    let isWhole = this.#isBehind;
    this.#isBehind = true;
    const edits: FolderEdit[] = [];
    for (const read of this.#isClosed ? [] : readings) {
      const own = await read();
      edits.push(...(own ?? []));
      isWhole ||= own === null;
    }
    return isWhole ? null : edits;
  }

  /** `edits` are all that changed since the last catalog; null when more may have. */
  async #publish(edits: Edits): Promise<Catalog> {
    this.#isBehind = true;
    const previous = this.#catalog;
    const catalog = (edits && this.#edit(edits)) ?? (await this.#withLoadedTools(this.#build()));
    this.#catalog = catalog;
    this.#isBehind = false;
    // Stored behind the catalog's back: until then the archive answers from memory.
    this.#archive.settle().catch((error: unknown) => {
      this.#options.log(`registry: files of capabilities could not be stored: ${toProblem(error).message}`);
    });
    if (previous && previous.revision !== catalog.revision) for (const listener of this.#listeners) listener(catalog);
    return catalog;
  }

  #edit(edits: readonly FolderEdit[]): Catalog | null {
    if (!this.#catalog || edits.length === 0) return this.#catalog ?? null;
    return editCatalog(this.#catalog, edits, { trusted: this.#trusted, loadedAt: Date.now() });
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
    if (!this.#isClosed) this.#stepLater(async () => void (this.#isClosed || (await this.#publish(null))));
  }

  #build(): Catalog {
    const previous = this.#catalog;
    return buildCatalog({
      roots: this.#roots.toScanned(),
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
