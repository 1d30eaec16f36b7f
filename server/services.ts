import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Access } from "./access/access";
import { createAccess } from "./access/create-access";
import { createProgressBoard, type ProgressBoard } from "./exchange/progress-board";
import { createMcpServers, type McpServersOptions } from "./mcp/client/create-mcp-servers";
import type { McpServers } from "./mcp/client/mcp-servers";
import { createModels } from "./model/create-models";
import type { Models } from "./model/model";
import { createPreferences } from "./preferences/create-preferences";
import type { Preferences } from "./preferences/preferences";
import type { Registry } from "./registry/catalog";
import { createRegistry } from "./registry/create-registry";
import { createHostServices } from "./registry/host-services/create-host-services";
import { toLogLine } from "./registry/host-services/logger";
import { createHostFacts } from "./registry/skills/create-host-facts";
import { createDrafts } from "./review/create-drafts";
import { createReview } from "./review/create-review";
import { toReceipt } from "./review/proposals/to-receipt";
import type { Drafts, Review } from "./review/review";
import { introspectCatalog } from "./runs/introspect-catalog";
import { createMask } from "./runs/mask-secrets";
import { openRuns } from "./runs/open-runs";
import type { Cases, Executions, Runs } from "./runs/runs";
import type { Usage } from "./runs/usage";
import { createSandbox } from "./sandbox/create-sandbox";
import type { Sandbox } from "./sandbox/sandbox";
import { Opened } from "./services/opened";
import type { Settings } from "./settings";
import { openStore } from "./store/open-store";
import type { TrustRecord } from "./store/rows";
import { findTrustRecord } from "./store/trust";
import { createHostTools } from "./tools/host-tools";
import { createCoderProvider } from "./tools/subagents/coder-provider";
import { createSubAgentTrees } from "./tools/subagents/create-sub-agent-trees";
import { createMediaProvider } from "./tools/subagents/media-provider";
import type { Introspection } from "./tree/introspect/introspection";

/** Everything the edge (API, CLI, pages) may use, built once. */
export type Services = {
  settings: Settings;
  /** Of package.json. */
  version: string;
  /** Random id of this process; `server.json` and `/api/health` carry it. */
  instanceId: string;
  registry: Registry;
  /** Names of the services that code may require. */
  hostServices: readonly string[];
  sandbox: Sandbox;
  models: Models;
  executions: Executions;
  cases: Cases;
  usage: Usage;
  runs: Runs;
  drafts: Drafts;
  /** How far the imports of this moment are. */
  importProgress: ProgressBoard;
  review: Review;
  /** What the tree of this moment says of itself, drafts included: for people. */
  introspect(): Introspection;
  access: Access;
  preferences: Preferences;
  mcpServers: McpServers;
  /** Who trusted a digest, when and why; null for a draft. */
  findTrust(digest: string): Promise<TrustRecord | null>;
  /** What `/api/ready` says. */
  readiness(): Promise<{ database: boolean; registry: boolean }>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type CreateServicesOptions = {
  instanceId: string;
  log: (line: string) => void;
  /** False for a process that only asks, such as `capstan ls`: queued runs and unfinished writes are left to others. */
  takesRuns: boolean;
};

/**
 * The composition root: builds every room from the settings and hands out its ports (design.md 3). Nothing else in
 * server/ knows who implements what. Throws state_read_only, disk_full.
 */
export async function createServices(settings: Settings, options: CreateServicesOptions): Promise<Services> {
  const opened = new Opened();
  try {
    return await compose(settings, options, opened);
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}

async function compose(settings: Settings, options: CreateServicesOptions, opened: Opened): Promise<Services> {
  const file = join(settings.stateFolder.value, "capstan.db");
  const store = opened.use(await openStore({ file, log: options.log }));
  const models = createModels({ connection: null });
  const preferences: Preferences = await createPreferences({
    store,
    settings,
    rootStatuses: () => registry.current().roots,
    onRootsChange: async () => void (await registry.update()),
    onModelChange: (connection) => models.connect(connection),
    onMcpServersChange: () => mcpServers.sync(),
  });
  models.connect(preferences.model());
  const hostTools = createHostTools();
  const secrets = () => {
    const key = preferences.model()?.apiKey;
    return [...(key ? [key] : []), ...preferences.mcpSecrets()];
  };
  const mask = createMask(secrets);
  const config = () => ({});
  const hostServices = createHostServices({
    now: Date.now,
    config,
    httpHosts: preferences.httpHosts,
    ticketFile: preferences.ticketFile,
    log: (entry) => options.log(mask.text(toLogLine(entry))),
  });
  const registry: Registry = opened.use(
    await createRegistry({
      store,
      roots: preferences.roots,
      hostTools,
      hostServices: hostServices.names,
      hostFacts: createHostFacts({ ...settings.environment, settings: config }),
      getService: hostServices.get,
      log: options.log,
    }),
  );
  const mcpServers: McpServers = opened.use(
    composeMcpServers({ settings, preferences, registry, mask: mask.text, log: options.log }),
  );
  // A process that only asks starts no servers.
  if (options.takesRuns) await mcpServers.sync();
  const sandbox = opened.use(composeSandbox(settings, options));
  const review = createReview({ store, registry, log: options.log });
  const subAgentTrees = createSubAgentTrees([createMediaProvider(), createCoderProvider()]);
  const running = opened.use(
    await openRuns({
      store,
      registry,
      sandbox,
      models,
      hostServices,
      subAgentTrees,
      propose: async (runId, proposal) => toReceipt(await review.propose({ runId, proposal })),
      settings,
      takesRuns: options.takesRuns,
      log: options.log,
      secrets,
    }),
  );
  if (options.takesRuns) await review.recover();
  return {
    settings,
    version: settings.version,
    instanceId: options.instanceId,
    registry,
    hostServices: hostServices.names,
    sandbox,
    models,
    preferences,
    mcpServers,
    executions: running.executions,
    cases: running.cases,
    usage: running.usage,
    runs: running.runs,
    drafts: createDrafts({ store, registry }),
    importProgress: createProgressBoard(),
    review,
    introspect: () => introspectCatalog(registry.current(), { subAgentTrees, forLoop: false }),
    access: createAccess({ store }),
    findTrust: (digest) => findTrustRecord(store, digest),
    readiness: async () => ({
      database: await store.db.meta.count().then(
        () => true,
        () => false,
      ),
      registry: registry.current().revision !== "",
    }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

type McpParts = Pick<McpServersOptions, "registry" | "mask" | "log"> & { settings: Settings; preferences: Preferences };

function composeMcpServers({ settings, preferences, ...rest }: McpParts): McpServers {
  return createMcpServers({
    settings: preferences.mcpServers,
    storeAccepted: preferences.acceptMcpTools,
    environment: { PATH: settings.environment.path.join(delimiter), HOME: homedir() },
    version: settings.version,
    ...rest,
  });
}

function composeSandbox(settings: Settings, { log }: CreateServicesOptions): Sandbox {
  return createSandbox({
    stateFolder: settings.stateFolder.value,
    appFolder: settings.appFolder,
    nodePath: settings.sandbox.nodePath,
    allowNoNetworkIsolation: settings.sandbox.allowNoNetworkIsolation,
    concurrency: settings.limits.concurrency,
    log,
  });
}
