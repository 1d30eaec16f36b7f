import type { CapabilityType, Contract, ContractIssue, TrustState } from "#server/capability/contract";
import type { SearchIndex } from "#server/discovery/hit";
import type { HostTool } from "#server/tools/host-tool";
import type { CapabilityTree } from "#server/tree/node";
import type { LoadRecord } from "./lifecycle/lifecycle";

/** One folder that is scanned. Precedence rises with `order`; a later root overrides an earlier one by name (design.md 4). */
export type RootStatus = {
  path: string;
  layer: "L1" | "L2";
  order: number;
  /** What put it into the list, in words a person can act on: "shipped", "project", "user", "capability.json", "settings", "PI_CAPABILITY_ROOTS", "CAPSTAN_ROOTS". */
  origin: string;
  admission: "not_needed" | "admitted" | "pending";
  exists: boolean;
  writable: boolean;
  counts: { entries: number; broken: number; shadowed: number };
  /** Set when the folder could not be read. */
  problem?: string;
};

export type CapabilityFile = { path: string; size: number; digest: string };

/** One loadable capability of a root: the winner of its name, a shadowed one, or one of a pending root. */
export type CapabilityEntry = {
  name: string;
  type: CapabilityType;
  layer: "L1" | "L2";
  rootPath: string;
  /** Absolute path of the folder that holds CAPABILITY.yaml or SKILL.md. */
  folder: string;
  digest: string;
  state: TrustState;
  contract: Contract;
  /** Absolute truth of what would run; paths sorted. */
  files: readonly CapabilityFile[];
  /** Text of CAPABILITY.yaml or SKILL.md. */
  source: { file: "CAPABILITY.yaml" | "SKILL.md"; text: string };
  issues: readonly ContractIssue[];
  /** Set when it is loadable but nothing may call it: a missing dependency, a cycle, a missing impl. */
  disabled?: { reason: string; enabledBy: string };
  /** Name of the skill it is compiled from: then folder, files, digest and source are the skill's (domain.md 2.8). */
  composedFrom?: string;
  /** When its bytes were read, its schemas compiled and its prompts found, and how long that took; no draft's. */
  load?: LoadRecord;
};

/** A folder that claims to be a capability and cannot be loaded. */
export type BrokenEntry = {
  /** Folder name, the best name there is. */
  name: string;
  layer: "L1" | "L2";
  rootPath: string;
  folder: string;
  issues: readonly ContractIssue[];
  source?: { file: string; text: string };
};

/** Everything the registry holds at one moment; immutable, replaced as a whole. */
export type Catalog = {
  /** Digest over (name, digest, state, tree data) of everything held. */
  revision: string;
  loadedAt: number;
  roots: readonly RootStatus[];
  /** Winners by name, admitted roots only. */
  entries: ReadonlyMap<string, CapabilityEntry>;
  shadowed: readonly (CapabilityEntry & { shadowedBy: string })[];
  /** Entries of roots nobody has admitted: listed, in no search, prompt or loop. */
  pending: readonly CapabilityEntry[];
  broken: readonly BrokenEntry[];
  tree: CapabilityTree;
  /** Host tools that are loaded, by name; they come and go while the server runs. */
  hostTools: ReadonlyMap<string, HostTool>;
  /** Over all winners, drafts included, and the tools of the tree that have no folder: for people. */
  index: SearchIndex;
  /** Over trusted, enabled, not hidden winners and host tools: for loops. */
  trustedIndex: SearchIndex;
};

export type Registry = {
  /** The catalog of now. */
  current(): Catalog;
  /** Reads all roots again and tries again host tools that could not be loaded. Contract: never throws for a bad entry; answers the new catalog, after listeners were told. */
  reload(): Promise<Catalog>;
  /**
   * Reads trust, admissions and the list of roots again, and the folders of roots that are new or newly let in; what is
   * held of the others stays. `changed` are folders that the caller wrote; they are read as well. Answers the new catalog,
   * after listeners were told.
   */
  update(changed?: readonly string[]): Promise<Catalog>;
  /**
   * Adds a host tool while the server runs and loads it; the same tool of the same owner is replaced. Answers the catalog
   * that has it, or has it disabled with the reason. Throws `bad_input` for a name nobody could call and `conflict` for one
   * that is taken.
   */
  registerHostTool(tool: HostTool): Promise<Catalog>;
  /** Takes a host tool out and unloads it, with what uses it. Throws `not_found`. */
  unregisterHostTool(name: string): Promise<Catalog>;
  /**
   * Takes out and adds many host tools, in one catalog. A name in `remove` that nobody has is passed over. Throws what
   * `registerHostTool` throws; then nothing was changed.
   */
  changeHostTools(change: { remove: readonly string[]; add: readonly HostTool[] }): Promise<Catalog>;
  /** When a capability or host tool of the name was loaded; null for one that is not. */
  findLoad(name: string): LoadRecord | null;
  /** Called after each new revision. Returns the function that stops it. */
  onChange(listener: (catalog: Catalog) => void): () => void;
  /** The stored bytes of a digest, also of one that is no longer on disk. Throws not_found. */
  filesOf(digest: string): Promise<ReadonlyMap<string, Uint8Array>>;
  [Symbol.asyncDispose](): Promise<void>;
};
