/** A server that a person configured: a program of this machine that speaks MCP over its standard input and output. */
export type McpServerSetting = {
  /** Stands in the names of its tools, `mcp_<name>_<tool>`. */
  name: string;
  command: string;
  args: readonly string[];
  /** Everything it gets besides PATH and HOME. */
  env: Readonly<Record<string, string>>;
  /** The person who saved it; with that the tools of its first connection are accepted. */
  savedBy: string;
  /** Definitions that a person accepted; null until the first connection. */
  accepted: readonly AcceptedTool[] | null;
};

/** One accepted definition: the tool's own name and the fingerprint over what a model is told of it (field-notes 2, 72). */
export type AcceptedTool = { name: string; fingerprint: string };

/** One tool of a server, as Settings lists it. Its words are the server's: data, shown inert. */
export type McpToolStatus = {
  /** Name in the tree, for models. */
  name: string;
  /** What its server calls it. */
  original: string;
  description: string;
  /** `new` and `changed` wait for a person; `unusable` is for its author to mend. */
  state: "usable" | "new" | "changed" | "unusable";
  fingerprint: string;
  /** Everything a model would be told, as JSON: what a person accepts. */
  definition: string;
  /** Why it is not usable. */
  reason?: string;
};

export type McpServerStatus = {
  name: string;
  command: string;
  args: readonly string[];
  /** Names of its variables; the values leave the server never. */
  envNames: readonly string[];
  state: "connecting" | "connected" | "failed";
  /** Why it failed, and what to do. */
  problem?: { reason: string; next: string };
  /** What the server says of itself. */
  about?: { name: string; version: string };
  tools: readonly McpToolStatus[];
  /** What was odd about its list of tools, a sentence each. */
  findings: readonly string[];
};

/** The MCP servers of this installation. Their tools are host tools of the registry, in the group `dynamic/local_mcp`. */
export type McpServers = {
  list(): McpServerStatus[];
  /** Brings what runs in line with the settings. Resolves when what went is gone; connecting goes on behind it. */
  sync(): Promise<void>;
  /** Ends the server's process and starts it again. Throws `not_found`. */
  reconnect(name: string): Promise<void>;
  /** Accepts the definitions with these fingerprints, as far as its tools have them now. Throws `not_found`. */
  accept(name: string, fingerprints: readonly string[], by: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};
