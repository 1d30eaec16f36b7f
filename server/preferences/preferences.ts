import type { AcceptedTool, McpServerSetting } from "#server/mcp/client/mcp-servers";
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

/** A server as a person writes it down. A variable whose value is null keeps the one that is stored for it. */
export type McpServerInput = { name: string; command: string; args: string[]; env: Record<string, string | null> };

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
  /** Adds an MCP server, or changes the one of its name. Throws bad_input. */
  saveMcpServer(server: McpServerInput, by: string): Promise<void>;
  /** Throws not_found. */
  removeMcpServer(name: string, by: string): Promise<void>;
  /** Keeps what was accepted for this very setting, and answers it; as it was when it was replaced meanwhile. */
  acceptMcpTools(setting: McpServerSetting, accepted: readonly AcceptedTool[], by: string): Promise<McpServerSetting>;
  /** All roots in rising precedence, those of Settings in their place before PI_CAPABILITY_ROOTS. */
  roots(): Promise<RootSetting[]>;
  /** What services read while they run. */
  httpHosts(): string[];
  ticketFile(): string;
  model(): ModelConnection | null;
  mcpServers(): readonly McpServerSetting[];
  /** What stands in variables of MCP servers that are named like secrets. */
  mcpSecrets(): string[];
};
