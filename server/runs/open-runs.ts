import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createLedger } from "#server/ledger/record-ledger";
import type { Models } from "#server/model/model";
import type { Registry } from "#server/registry/catalog";
import type { HostServices } from "#server/registry/host-services/create-host-services";
import type { Sandbox } from "#server/sandbox/sandbox";
import type { Settings } from "#server/settings";
import type { Store } from "#server/store/store";
import type { SubAgentTrees } from "#server/tools/subagents/create-sub-agent-trees";
import { createCases } from "./create-cases";
import { createExecutions } from "./create-executions";
import { createRuns } from "./create-runs";
import { createEventLog } from "./event-log";
import type { ExecutionPorts } from "./execution-context";
import { createLeaseKeeper } from "./lease-keeper";
import { createLiveBus } from "./live-bus";
import type { RunProposals } from "./loop-ports";
import { createMask } from "./mask-secrets";
import { createMatchCounter } from "./match-counter";
import type { Cases, Executions, Runs } from "./runs";
import { createStepCache } from "./step-cache";
import { createUsage, type Usage } from "./usage";

export type RunsRoom = {
  runs: Runs;
  executions: Executions;
  cases: Cases;
  usage: Usage;
  /** Leaves runs `interrupted`, cancels executions, and resolves when all of that is stored. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type RunsRoomOptions = {
  store: Store;
  registry: Registry;
  sandbox: Sandbox;
  models: Models;
  hostServices: HostServices;
  subAgentTrees: SubAgentTrees;
  propose: RunProposals;
  settings: Pick<Settings, "limits" | "stateFolder">;
  /** Keys of this installation that must never be stored in a log; read at every append. */
  secrets: () => readonly string[];
  log: (line: string) => void;
  /** False for a process that only asks, such as `capstan ls`: queued runs are left to others. Default true. */
  takesRuns?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/** Runs wait on models far more than on a core. */
const RUNS_PER_CORE = 4;

/** Opens everything that executes: event log, leases, executions, cases and runs, over one store. */
export async function openRuns(options: RunsRoomOptions): Promise<RunsRoom> {
  const { store, registry, sandbox, models, hostServices, settings, secrets, log, now = Date.now } = options;
  const { leaseMs, leaseRenewMs, concurrency, executionTimeoutMsMax } = settings.limits;
  const newId = (prefix: string) => `${prefix}_${randomUUID()}`;
  const bus = createLiveBus();
  const leases = createLeaseKeeper({
    store,
    ownerId: newId("owner"),
    leaseMs,
    renewMs: leaseRenewMs,
    now,
    log,
  });
  const ports: ExecutionPorts = {
    store,
    log: createEventLog({ store, bus, mask: createMask(secrets), now }),
    leases,
    registry,
    sandbox,
    models,
    hostServices,
    ledger: createLedger({ store, folder: join(settings.stateFolder.value, "ledger"), report: log }),
    stepCache: createStepCache(),
    now,
    newId,
    timeoutMsMax: executionTimeoutMsMax,
    report: log,
  };
  const executions = createExecutions({ ...ports, bus });
  const matches = createMatchCounter({ store, now, report: log });
  const runs = await createRuns({
    ...ports,
    bus,
    executions,
    subAgentTrees: options.subAgentTrees,
    propose: options.propose,
    matches,
    runsAtOnce: options.takesRuns === false ? 0 : concurrency * RUNS_PER_CORE,
    lookAgainMs: leaseRenewMs,
  });
  return {
    runs,
    executions,
    cases: createCases({ ports, executions }),
    usage: createUsage({ store, ledger: ports.ledger, matches, registry }),
    async [Symbol.asyncDispose]() {
      await runs[Symbol.asyncDispose]();
      await executions[Symbol.asyncDispose]();
      await Promise.all([ports.ledger.settle(), matches.settle()]);
      await leases[Symbol.asyncDispose]();
    },
  };
}
