import { AppError, toProblem } from "#server/errors";
import type { Registry } from "#server/registry/catalog";
import type { HostTool } from "#server/tools/host-tool";
import { Connection } from "./connection";
import type { AcceptedTool, McpServerSetting, McpServerStatus, McpServers } from "./mcp-servers";
import { nameTools } from "./name-tools";
import type { ReadTool } from "./read-tool";
import { toHostTool } from "./to-host-tool";
import { findObstacle, toStatus } from "./tool-state";

export type McpServersOptions = {
  /** The configured servers of now. */
  settings(): readonly McpServerSetting[];
  /** Keeps what was accepted for this very setting, and answers it; as it was when it was replaced meanwhile. */
  storeAccepted(setting: McpServerSetting, accepted: readonly AcceptedTool[], by: string): Promise<McpServerSetting>;
  registry: Pick<Registry, "current" | "changeHostTools">;
  /** PATH and HOME of every server. */
  environment: Readonly<Record<"PATH" | "HOME", string>>;
  /** Of Capstan, for the handshake. */
  version: string;
  /** Takes configured secrets out of what a server said. */
  mask(text: string): string;
  log(line: string): void;
  /** How long a call may be silent, milliseconds; left out, 60 s. */
  silentMsMax?: number;
};

/** One configured server: connecting, then connected or failed. `stop` is aborted when it is let go; nothing it does counts then. */
type Held = {
  setting: McpServerSetting;
  state: McpServerStatus["state"];
  problem?: { reason: string; next: string };
  connection?: Connection;
  /** By name in the tree. What a failed server offered last stays, disabled. */
  tools: ReadonlyMap<string, ReadTool>;
  findings: readonly string[];
  stop: AbortController;
  /** Connecting and reading its tools, one after another. */
  work: Promise<void>;
  /** A reading of its tools waits in `work`: however often it says meanwhile that they changed, one is enough. */
  isReadingNext: boolean;
};

const EMPTY: ReadonlySet<string> = new Set();

/** Whether the server that runs is the one that is wanted; what was accepted of it does not count. */
function isSameProgram(a: McpServerSetting, b: McpServerSetting): boolean {
  return JSON.stringify([a.command, a.args, a.env]) === JSON.stringify([b.command, b.args, b.env]);
}

/**
 * Runs the configured servers and keeps their tools registered. Starting and letting go of servers happens one after another in
 * `#queue`; what a server does meanwhile runs beside it, and counts only as long as the server is held.
 */
class StdioMcpServers implements McpServers {
  readonly #options: McpServersOptions;
  readonly #held = new Map<string, Held>();
  /** What is registered, by server and name in the tree, with what it was made of. */
  readonly #registered = new Map<string, ReadonlyMap<string, { key: string; host: HostTool }>>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  list(): McpServerStatus[] {
    return [...this.#held.values()].map((held) => ({
      name: held.setting.name,
      command: held.setting.command,
      args: held.setting.args,
      envNames: Object.keys(held.setting.env),
      state: held.state,
      ...(held.problem === undefined ? {} : { problem: held.problem }),
      ...(held.connection === undefined ? {} : { about: held.connection.about }),
      tools: [...held.tools].map(([name, tool]) => toStatus(name, tool, held.setting)),
      findings: held.findings,
    }));
  }

  sync(): Promise<void> {
    return this.#enqueue(async () => {
      const wanted = new Map(this.#options.settings().map((setting) => [setting.name, setting]));
      for (const [name, held] of this.#held) {
        const setting = wanted.get(name);
        if (setting && isSameProgram(setting, held.setting)) continue;
        await this.#letGo(held);
        this.#held.delete(name);
        await this.#unregister(name);
      }
      for (const setting of wanted.values()) if (!this.#held.has(setting.name)) this.#start(setting);
    });
  }

  reconnect(name: string): Promise<void> {
    return this.#enqueue(async () => {
      const held = this.#get(name);
      await this.#letGo(held);
      await this.#publish(this.#start(held.setting, held));
    });
  }

  async accept(name: string, fingerprints: readonly string[], by: string): Promise<void> {
    const held = this.#get(name);
    const known = (held.setting.accepted ?? []).map(({ fingerprint }) => fingerprint);
    await this.#storeAccepted(held, new Set([...known, ...fingerprints]), by);
    await this.#publish(held);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#enqueue(async () => {
      await Promise.all([...this.#held.values()].map((held) => this.#letGo(held)));
      this.#held.clear();
    });
  }

  #enqueue(step: () => Promise<void>): Promise<void> {
    const next = this.#queue.then(step);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  #get(name: string): Held {
    const held = this.#held.get(name);
    if (held) return held;
    throw new AppError("not_found", `There is no MCP server ${name}.`, { next: "See the list in Settings." });
  }

  /** `before` is the same server before it was let go: its tools stay listed until it answers. */
  #start(setting: McpServerSetting, before?: Held): Held {
    const { tools = new Map(), findings = [] } = before ?? {};
    const stop = new AbortController();
    const work = Promise.resolve();
    const held: Held = { setting, state: "connecting", tools, findings, stop, work, isReadingNext: false };
    this.#held.set(setting.name, held);
    held.work = this.#connect(held);
    return held;
  }

  async #letGo(held: Held): Promise<void> {
    held.stop.abort();
    await held.connection?.close();
    await held.work;
  }

  /** Contract: never throws. */
  async #connect(held: Held): Promise<void> {
    const { environment, version, silentMsMax } = this.#options;
    const { command, args, env } = held.setting;
    const { signal } = held.stop;
    try {
      const connection = await Connection.open(
        {
          command,
          args,
          env: { ...environment, ...env },
          folder: environment.HOME,
          version,
          signal,
          ...(silentMsMax === undefined ? {} : { silentMsMax }),
        },
        {
          onToolsChange: () => this.#readLater(held),
          onEnd: (ending) => void this.#fail(held, new AppError("interrupted", ending)),
        },
      );
      if (signal.aborted) return connection.close();
      held.connection = connection;
      await this.#readTools(held, connection);
      this.#log(held, `connected, ${held.tools.size} tools.`);
    } catch (error) {
      await this.#fail(held, error);
    }
  }

  async #readTools(held: Held, connection: Connection): Promise<void> {
    const listed = await connection.listTools();
    if (this.#hasFailed(held)) return;
    const findings = [...listed.findings];
    held.tools = nameTools(held.setting.name, listed.tools, { taken: this.#findTaken(held), findings });
    held.findings = findings.map(this.#options.mask);
    // Who saved the server trusts what it offers now; anything else later waits for a person.
    if (held.setting.accepted === null) {
      const all = new Set(listed.tools.map(({ fingerprint }) => fingerprint));
      await this.#storeAccepted(held, all, held.setting.savedBy);
    }
    if (this.#hasFailed(held)) return;
    await this.#publish(held, "connected");
    if (!this.#hasFailed(held)) held.state = "connected";
  }

  #readLater(held: Held): void {
    if (held.isReadingNext) return;
    held.isReadingNext = true;
    held.work = held.work.then(() => {
      held.isReadingNext = false;
      return this.#readAgain(held);
    });
  }

  /** Contract: never throws; a list that cannot be read leaves the one before, with a finding. */
  async #readAgain(held: Held): Promise<void> {
    if (held.stop.signal.aborted || held.connection === undefined) return;
    try {
      await this.#readTools(held, held.connection);
    } catch (error) {
      const reason = this.#options.mask(toProblem(error).message);
      held.findings = [...held.findings, `Its list of tools changed and could not be read again: ${reason}`];
    }
  }

  /** True also for a server that was let go: nothing it does counts. */
  #hasFailed({ state, stop }: Held): boolean {
    return stop.signal.aborted || state === "failed";
  }

  async #fail(held: Held, error: unknown): Promise<void> {
    if (this.#hasFailed(held)) return;
    const { message, next } = toProblem(error);
    held.state = "failed";
    held.problem = { reason: this.#options.mask(message), next: next ?? "Reconnect it in Settings." };
    const { connection } = held;
    delete held.connection;
    this.#log(held, held.problem.reason);
    await connection?.close();
    await this.#publish(held);
  }

  /** What was accepted of other tools stays; of these, the definition before is accepted no longer. */
  async #storeAccepted(held: Held, fingerprints: ReadonlySet<string>, by: string): Promise<void> {
    const fresh = [...held.tools.values()]
      .filter(({ fingerprint }) => fingerprints.has(fingerprint))
      .map(({ original, fingerprint }) => ({ name: original, fingerprint }));
    const names = new Set(fresh.map(({ name }) => name));
    const accepted = [...(held.setting.accepted ?? []).filter(({ name }) => !names.has(name)), ...fresh];
    held.setting = await this.#options.storeAccepted(held.setting, accepted, by);
  }

  /** Names that the tools of a server cannot have: capabilities of roots, built-in tools and those of other servers. */
  #findTaken({ setting }: Held): ReadonlySet<string> {
    const { entries, tree } = this.#options.registry.current();
    const own = this.#registered.get(setting.name);
    const others = tree.nodes.filter(({ kind, name }) => kind !== "group" && !own?.has(name));
    return new Set([...entries.keys(), ...others.map(({ name }) => name)]);
  }

  /** Brings the registry in line with what the server offers. A tool that is as it was stays, with its running calls. */
  async #publish(held: Held, state = held.state): Promise<void> {
    if (held.stop.signal.aborted) return;
    const { name: server } = held.setting;
    const before = this.#registered.get(server);
    const after = new Map<string, { key: string; host: HostTool }>();
    for (const [name, tool] of held.tools) {
      const obstacle = findObstacle(tool, { ...held, state });
      const { connection } = held;
      const source = obstacle === null && connection ? { connection } : { obstacle: obstacle ?? GONE };
      const key = JSON.stringify([tool, obstacle, connection?.pid]);
      const known = before?.get(name);
      after.set(name, known?.key === key ? known : { key, host: toHostTool({ name, server, tool, source }) });
    }
    this.#registered.set(server, after);
    const remove = [...(before?.keys() ?? EMPTY)].filter((name) => !after.has(name));
    try {
      await this.#options.registry.changeHostTools({ remove, add: [...after.values()].map(({ host }) => host) });
    } catch (error) {
      held.findings = [...held.findings, `Its tools could not be registered: ${toProblem(error).message}`];
      this.#log(held, `its tools could not be registered: ${toProblem(error).message}`);
    }
  }

  async #unregister(server: string): Promise<void> {
    const names = [...(this.#registered.get(server)?.keys() ?? EMPTY)];
    this.#registered.delete(server);
    await this.#options.registry.changeHostTools({ remove: names, add: [] });
  }

  #log({ setting }: Held, line: string): void {
    this.#options.log(`mcp: ${setting.name}: ${line}`);
  }
}

const GONE = { reason: "Its MCP server has ended.", next: "Reconnect it in Settings, under MCP servers." };

/** The MCP servers of the settings; nothing runs before the first `sync`. */
export function createMcpServers(options: McpServersOptions): McpServers {
  return new StdioMcpServers(options);
}
