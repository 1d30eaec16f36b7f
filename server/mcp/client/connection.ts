import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { JsonObject } from "#server/capability/json";
import { AppError, isAppError } from "#server/errors";
import { type ListedTools, listTools, toolPageSchema } from "./list-tools";
import { type ServerCommand, ServerProcess } from "./server-process";
import { type CallResult, callResultSchema } from "./to-result";

/** `npx` may have to fetch a package first. */
const CONNECT_MS_MAX = 60_000;
/** A call may be silent for so long; each progress notification begins it anew. */
const CALL_SILENT_MS_MAX = 60_000;
const CALL_MS_MAX = 600_000;

export type ConnectionEvents = {
  /** The server says that its list of tools is another one now. */
  onToolsChange(): void;
  /** The server ended without being asked to; how, in a sentence. */
  onEnd(ending: string): void;
};

export type ConnectionOptions = ServerCommand & {
  /** What Capstan calls itself. */
  version: string;
  /** How long a call may be silent, milliseconds; left out, 60 s. */
  silentMsMax?: number;
  signal: AbortSignal;
};

/** One connected server: connected, then closed, by us or by its own end. */
export class Connection {
  readonly #client: Client;
  readonly #process: ServerProcess;
  readonly #silentMsMax: number;

  private constructor(client: Client, process: ServerProcess, silentMsMax: number) {
    this.#client = client;
    this.#process = process;
    this.#silentMsMax = silentMsMax;
  }

  /** Starts the server and shakes hands. Throws AppError, with the server's last words; its process is gone then. */
  static async open(options: ConnectionOptions, events: ConnectionEvents): Promise<Connection> {
    // Half a second that only those pay who have such a server.
    const [{ Client }, { ToolListChangedNotificationSchema }] = await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
    const serverProcess = new ServerProcess(options);
    const client = new Client({ name: "capstan", version: options.version }, { capabilities: {} });
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => events.onToolsChange());
    try {
      await client.connect(serverProcess, { timeout: CONNECT_MS_MAX, signal: options.signal });
    } catch (error) {
      await serverProcess.close();
      throw toConnectError(error, serverProcess.ending);
    }
    const connection = new Connection(client, serverProcess, options.silentMsMax ?? CALL_SILENT_MS_MAX);
    client.onclose = () => {
      if (!connection.#isClosing) events.onEnd(serverProcess.ending);
    };
    return connection;
  }

  #isClosing = false;

  /** What the server says of itself. */
  get about(): { name: string; version: string } {
    const { name = "", version = "" } = this.#client.getServerVersion() ?? {};
    return { name, version };
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Throws when the server refuses or ends meanwhile. */
  async listTools(): Promise<ListedTools> {
    if (!this.#client.getServerCapabilities()?.tools) return { tools: [], findings: ["It offers no tools."] };
    return listTools((cursor) =>
      this.#client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } }, toolPageSchema),
    );
  }

  /** Calls a tool by its own name. Throws when the server refuses, ends, is silent too long, or `signal` aborts. */
  callTool(name: string, input: JsonObject, signal: AbortSignal): Promise<CallResult> {
    return this.#client.request({ method: "tools/call", params: { name, arguments: input } }, callResultSchema, {
      signal,
      timeout: this.#silentMsMax,
      maxTotalTimeout: CALL_MS_MAX,
      resetTimeoutOnProgress: true,
      onprogress: () => undefined,
    });
  }

  /** Ends the server. Resolves when its process is gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#process.close();
  }
}

function toConnectError(error: unknown, ending: string): AppError {
  if (isAppError(error))
    return new AppError("bad_input", error.message, {
      cause: error,
      ...(error.next === undefined ? {} : { next: error.next }),
    });
  const message = error instanceof Error ? error.message : String(error);
  return new AppError("bad_input", `It did not answer as an MCP server: ${message}. ${ending}`, {
    next: "Run the command in a terminal to see what it says, mend it in Settings, then reconnect.",
    cause: error,
  });
}
