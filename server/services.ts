import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Access } from "./access/access";
import { createAccess } from "./access/create-access";
import { createLedger } from "./ledger/record-ledger";
import { createModels } from "./model/create-models";
import type { Models } from "./model/model";
import { createPreferences } from "./preferences/create-preferences";
import type { Preferences } from "./preferences/preferences";
import type { Registry } from "./registry/catalog";
import { createRegistry } from "./registry/create-registry";
import { createHostServices, type HostServices } from "./registry/host-services/create-host-services";
import type { Drafts, Review } from "./review/review";
import { createCases } from "./runs/create-cases";
import { createExecutions } from "./runs/create-executions";
import { createRuns } from "./runs/create-runs";
import { createEventLog } from "./runs/event-log";
import { createLeaseKeeper } from "./runs/lease-keeper";
import { createLiveBus } from "./runs/live-bus";
import { createMask } from "./runs/mask-secrets";
import type { Cases, Executions, Runs } from "./runs/runs";
import { createStepCache } from "./runs/step-cache";
import { createSandbox } from "./sandbox/create-sandbox";
import type { Sandbox } from "./sandbox/sandbox";
import { Opened } from "./services/opened";
import { pendingDrafts, pendingReview } from "./services/pending-rooms";
import type { Settings } from "./settings";
import { openStore } from "./store/open-store";
import type { TrustRecord } from "./store/rows";
import type { Store } from "./store/store";
import { findTrustRecord } from "./store/trust";
import type { HostTool } from "./tools/host-tool";
import { createHostTools } from "./tools/host-tools";

/** Everything the edge (API, CLI, pages) may use, built once. */
export type Services = {
  settings: Settings;
  /** Of package.json. */
  version: string;
  /** Random id of this process; `server.json` and `/api/health` carry it. */
  instanceId: string;
  registry: Registry;
  sandbox: Sandbox;
  models: Models;
  executions: Executions;
  cases: Cases;
  runs: Runs;
  drafts: Drafts;
  review: Review;
  access: Access;
  preferences: Preferences;
  /** Who trusted a digest, when and why; null for a draft. */
  findTrust(digest: string): Promise<TrustRecord | null>;
  /** What `/api/ready` says. */
  readiness(): Promise<{ database: boolean; registry: boolean }>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type CreateServicesOptions = {
  instanceId: string;
  log: (line: string) => void;
  /** False for a process that only asks, such as `capstan ls`: queued runs are left to others. */
  takesRuns: boolean;
};

/** How often the queue and expired leases are looked at without being woken. */
const LOOK_AGAIN_MS = 1_000;

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

type Compose = { settings: Settings; options: CreateServicesOptions; opened: Opened; store: Store };

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
  });
  models.connect(preferences.model());
  const hostTools = createHostTools();
  const hostServices = createHostServices({
    now: Date.now,
    config: () => ({}),
    httpHosts: preferences.httpHosts,
    ticketFile: preferences.ticketFile,
  });
  const registry: Registry = opened.use(
    await createRegistry({
      store,
      roots: preferences.roots,
      hostTools,
      hostServices: hostServices.names,
      log: options.log,
    }),
  );
  const sandbox = opened.use(composeSandbox(settings, options));
  const rooms = { registry, sandbox, models, preferences, hostServices, hostTools };
  const running = await composeRuns({ settings, options, opened, store }, rooms);
  return {
    settings,
    version: settings.version,
    instanceId: options.instanceId,
    registry,
    sandbox,
    models,
    preferences,
    ...running,
    drafts: pendingDrafts,
    review: pendingReview,
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

type Rooms = Pick<Services, "registry" | "sandbox" | "models" | "preferences"> & {
  hostServices: HostServices;
  hostTools: HostTool[];
};

/** Executions, cases and runs: what writes event logs and owns leases in the name of this process. */
async function composeRuns(
  { settings, options, opened, store }: Compose,
  { registry, sandbox, models, preferences, hostServices, hostTools }: Rooms,
): Promise<Pick<Services, "executions" | "cases" | "runs">> {
  const { limits } = settings;
  const bus = createLiveBus();
  const mask = createMask(() => {
    const key = preferences.model()?.apiKey;
    return key ? [key] : [];
  });
  const leases = opened.use(
    createLeaseKeeper({
      store,
      ownerId: options.instanceId,
      leaseMs: limits.leaseMs,
      renewMs: limits.leaseRenewMs,
      now: Date.now,
      log: options.log,
    }),
  );
  const ports = {
    store,
    leases,
    registry,
    sandbox,
    models,
    hostServices,
    bus,
    log: createEventLog({ store, bus, mask, now: Date.now }),
    ledger: createLedger({ store, folder: join(settings.stateFolder.value, "ledger") }),
    stepCache: createStepCache(),
    now: Date.now,
    newId: (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`,
    timeoutMsMax: limits.executionTimeoutMsMax,
    report: options.log,
  };
  const executions = opened.use(createExecutions(ports));
  const runs = opened.use(
    await createRuns({
      ...ports,
      executions,
      hostTools,
      runsAtOnce: options.takesRuns ? limits.concurrency : 0,
      lookAgainMs: LOOK_AGAIN_MS,
    }),
  );
  return { executions, runs, cases: createCases({ ports, executions }) };
}
