import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { digestOf } from "#server/capability/digest";
import { createModels } from "#server/model/create-models";
import type { ModelRequest, Models } from "#server/model/model";
import type { Registry } from "#server/registry/catalog";
import { createRegistry } from "#server/registry/create-registry";
import { createHostServices } from "#server/registry/host-services/create-host-services";
import { toLogLine } from "#server/registry/host-services/logger";
import { createReview } from "#server/review/create-review";
import { toReceipt } from "#server/review/proposals/to-receipt";
import { createSandbox } from "#server/sandbox/create-sandbox";
import { openTestStore, type TestStore } from "#server/store/testing";
import { recordTrust } from "#server/store/trust";
import { createHostTools } from "#server/tools/host-tools";
import { createCoderProvider } from "#server/tools/subagents/coder-provider";
import { createSubAgentTrees } from "#server/tools/subagents/create-sub-agent-trees";
import { createMediaProvider } from "#server/tools/subagents/media-provider";
import { openRuns, type RunsRoom } from "./open-runs";

/** The files of one small capability by path. */
export type Folder = Record<string, string>;

export type Workbench = RunsRoom & {
  store: TestStore;
  registry: Registry;
  /** The folder of the one root, where capabilities lie by name. */
  rootFolder: string;
  /** Digest of the files of a name. */
  digests: Map<string, string>;
  /** Lines the room reported; empty when nothing went wrong behind the scenes. */
  reported: string[];
  /** Closes the room as a stopping server does; store, registry and sandbox stay open. */
  stop(): Promise<void>;
  /** Opens the room once more over the same store, as a second process or a restart would. */
  reopen(change?: { models?: Models }): Promise<RunsRoom>;
};

/** A program that answers `body` of its input; `frames` is the whole protocol a capability needs. */
export function toProgram(body: string): string {
  return `
import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => JSON.parse((await lines.next()).value);
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
let id = 0;
const rpc = async (frame) => { send({ __frame__: "rpc", id: String(++id), ...frame }); return next(); };
const { input } = await next();
const output = await (async () => { ${body} })();
send({ __frame__: "result", output });
process.exit(0);
`;
}

/** A focus mode that allows everything. */
export const DEFAULT_LOOP: Folder = {
  "CAPABILITY.yaml":
    "name: default\ntype: focus_mode\ndescription: The ordinary loop.\nloop:\n  instructions: Answer the question.\n  max_iterations: 8\n",
};

function toBytes(folder: Folder): Map<string, Uint8Array> {
  return new Map(Object.entries(folder).map(([path, text]) => [path, Buffer.from(text)]));
}

function writeFolder(path: string, folder: Folder): void {
  for (const [file, text] of Object.entries(folder)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
}

const LIMITS = { leaseMs: 600, leaseRenewMs: 200, concurrency: 2, executionTimeoutMsMax: 60_000 };

/**
 * The whole room on real parts: a store, a registry over real folders, the sandbox, the planner unless `models` is given.
 * Capabilities named in `drafts` are not trusted.
 */
export async function openWorkbench(options: {
  capabilities?: Record<string, Folder>;
  drafts?: readonly string[];
  models?: Models;
  /** The folder of a store that a dead process left behind. */
  storeFolder?: string;
}): Promise<Workbench & AsyncDisposable> {
  const store = await openTestStore(options.storeFolder);
  const rootFolder = join(store.folder, "root");
  const capabilities: Record<string, Folder> = { default: DEFAULT_LOOP, ...options.capabilities };
  const digests = new Map<string, string>();
  for (const [name, folder] of Object.entries(capabilities)) {
    writeFolder(join(rootFolder, name), folder);
    const digest = digestOf(toBytes(folder));
    digests.set(name, digest);
    if (!options.drafts?.includes(name)) await recordTrust(store, { digest, name, trustedBy: "ada", reason: "test" });
  }
  const reported: string[] = [];
  const report = (line: string) => reported.push(line);
  const hostTools = createHostTools();
  const hostServices = createHostServices({
    now: () => 1_764_500_000_000,
    config: () => ({}),
    httpHosts: () => [],
    ticketFile: () => join(store.folder, "tickets.json"),
    log: (entry) => report(toLogLine(entry)),
  });
  const registry = await createRegistry({
    store,
    roots: async () => [{ path: rootFolder, layer: "L2", origin: "user", admission: "not_needed" }],
    hostTools,
    hostServices: hostServices.names,
    getService: hostServices.get,
    log: report,
  });
  const sandbox = createSandbox({
    stateFolder: store.folder,
    appFolder: resolve("."),
    nodePath: null,
    allowNoNetworkIsolation: false,
    concurrency: 2,
    log: report,
  });
  const review = createReview({ store, registry, log: report });
  const rooms: RunsRoom[] = [];
  const open = async (change: { models?: Models } = {}) => {
    const room = await openRuns({
      store,
      registry,
      sandbox,
      models: change.models ?? options.models ?? createModels({ connection: null }),
      hostServices,
      subAgentTrees: createSubAgentTrees([createMediaProvider(), createCoderProvider()]),
      propose: async (runId, proposal) => toReceipt(await review.propose({ runId, proposal })),
      settings: { limits: LIMITS, stateFolder: { value: store.folder, source: { from: "default" } } },
      secrets: () => ["configured-secret-key"],
      log: report,
    });
    rooms.push(room);
    return room;
  };
  const first = await open();
  return {
    ...first,
    stop: () => first[Symbol.asyncDispose](),
    store,
    registry,
    rootFolder,
    digests,
    reported,
    reopen: open,
    async [Symbol.asyncDispose]() {
      for (const room of rooms) await room[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** The bytes of a folder as an editor's buffer. */
export function toBuffer(folder: Folder): { kind: "buffer"; files: Map<string, Uint8Array> } {
  return { kind: "buffer", files: toBytes(folder) };
}

export const QUESTION = 'How many words are in "one two three"? Use word-count.';

/** A tool that the planner finds and fills for QUESTION; `body` is its program. */
export function toWordCount(body = "return { words: input.text.split(/\\s+/).length };"): Folder {
  return {
    "CAPABILITY.yaml": `name: word-count
description: Counts the words of a text.
when: Somebody asks how many words a text has.
contract:
  input:
    type: object
    required: [text]
    properties: { text: { type: string, description: The text to count., minLength: 1 } }
    additionalProperties: false
evidence: { utterances: ["how many words are in this text"] }
`,
    "impl/run.mjs": toProgram(body),
  };
}

/** The planner, which from the n-th question on waits until it is given up; counts what it was asked. */
export function makeHangingModels(from: number): Models & { asked: ModelRequest[] } {
  const planner = createModels({ connection: null });
  const asked: ModelRequest[] = [];
  return {
    ...planner,
    asked,
    async ask(request, options) {
      asked.push(request);
      if (asked.length >= from && !options.signal.aborted) await once(options.signal, "abort");
      return planner.ask(request, options);
    },
  };
}
