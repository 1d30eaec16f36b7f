import type { ModelConnection } from "#server/model/model";
import type { RootStatus } from "#server/registry/catalog";
import type { RootSetting, Sourced } from "#server/settings";

/** What a person set in Settings, laid over the environment; each value says where it comes from. */
export type EffectiveSettings = {
  model: Sourced<(Omit<ModelConnection, "apiKey"> & { hasApiKey: boolean }) | null>;
  project: Sourced<string | null>;
  host: Sourced<string>;
  port: Sourced<number>;
  stateFolder: Sourced<string>;
  /** Hosts that `http_client` may reach, e.g. "api.example.com". */
  httpHosts: Sourced<string[]>;
  /** File behind `ticket_api`. */
  ticketFile: Sourced<string>;
  roots: RootStatus[];
};

export type Preferences = {
  effective(): Promise<EffectiveSettings>;
  /** Overrides the environment; null goes back to it. `apiKey: undefined` keeps the stored key. */
  setModel(connection: { baseUrl: string; apiKey?: string | null; name: string } | null, by: string): Promise<void>;
  setProject(path: string | null, by: string): Promise<void>;
  setHttpHosts(hosts: string[], by: string): Promise<void>;
  setTicketFile(path: string | null, by: string): Promise<void>;
  addRoot(path: string, by: string): Promise<void>;
  /** Removes a root of Settings. Throws conflict, naming where it comes from, when a file or variable gives it. */
  removeRoot(path: string, by: string): Promise<void>;
  admitRoot(path: string, by: string): Promise<void>;
  /** Takes the admission back; the root is pending again. */
  dismissRoot(path: string, by: string): Promise<void>;
  /** All roots in rising precedence, those of Settings in their place before PI_CAPABILITY_ROOTS. */
  roots(): Promise<RootSetting[]>;
  /** What services read while they run. */
  httpHosts(): string[];
  ticketFile(): string;
  model(): ModelConnection | null;
};
