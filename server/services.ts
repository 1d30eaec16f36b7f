import type { Access } from "./access/access";
import type { Models } from "./model/model";
import type { Preferences } from "./preferences/preferences";
import type { Registry } from "./registry/catalog";
import type { Drafts, Review } from "./review/review";
import type { Cases, Executions, Runs } from "./runs/runs";
import type { Sandbox } from "./sandbox/sandbox";
import type { Settings } from "./settings";

/** Everything the edge (API, CLI, pages) may use, built once. */
export type Services = {
  settings: Settings;
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
  /** True when database and registry answer. */
  isReady(): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
};
