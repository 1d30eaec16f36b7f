import type { JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { Ledger } from "#server/ledger/record-ledger";
import type { Models } from "#server/model/model";
import type { Registry } from "#server/registry/catalog";
import type { HostServices } from "#server/registry/host-services/create-host-services";
import type { Sandbox } from "#server/sandbox/sandbox";
import type { Store } from "#server/store/store";
import type { EventLog } from "./event-log";
import type { ExecutionRecorder } from "./execution-recorder";
import type { Subject } from "./execution-subject";
import type { ExecutionTally } from "./execution-tally";
import type { LeaseKeeper } from "./lease-keeper";
import type { ExecutionOutcome, ExecutionRequest } from "./runs";
import type { StepCache } from "./step-cache";

/** What executions need of the other rooms. */
export type ExecutionPorts = {
  store: Store;
  log: EventLog;
  leases: LeaseKeeper;
  registry: Pick<Registry, "current" | "filesOf">;
  sandbox: Pick<Sandbox, "snapshotFiles" | "run">;
  models: Pick<Models, "ask" | "current">;
  hostServices: Pick<HostServices, "call">;
  ledger: Ledger;
  stepCache: StepCache;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A fresh id that begins with the prefix. */
  newId: (prefix: string) => string;
  /** No contract may ask for a longer time, milliseconds. */
  timeoutMsMax: number;
  /** One line for the server's own log. */
  report: (line: string) => void;
};

/** One execution while it runs. */
export type ExecutionContext = {
  executionId: string;
  request: ExecutionRequest;
  subject: Subject;
  ports: ExecutionPorts;
  recorder: ExecutionRecorder;
  tally: ExecutionTally;
  signal: AbortSignal;
  /** Runs another capability as a child with its own log. Throws what `Executions.start` throws. */
  runChild(child: { name: string; input: JsonValue; stepId: string }): Promise<ExecutionOutcome>;
};

/** How a step, or the whole of an execution, ended. */
export type StepOutcome =
  | { kind: "ok"; output: JsonValue }
  | { kind: "failed"; problem: Problem; phase?: string }
  | { kind: "cancelled" };

/** Limits of the contract with the defaults filled in and the host's own bound on time. */
export type ExecutionLimits = { timeoutMs: number; maxOutputBytes: number; maxLlmCalls: number };
