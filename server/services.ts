import type { Access } from "./access/access";
import type { Models } from "./model/model";
import type { Preferences } from "./preferences/preferences";
import type { Registry } from "./registry/catalog";
import type { Drafts, Review } from "./review/review";
import type { Cases, Executions, Runs } from "./runs/runs";
import type { Sandbox } from "./sandbox/sandbox";
import type { Settings } from "./settings";
import type { TrustRecord } from "./store/rows";

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
  /** True when database and registry answer. */
  isReady(): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
};
