import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SelfTestInput = {
  canary: string;
  canaryPath: string;
  victimPath: string;
  flagPath: string;
  sqlitePath: string;
  socketPath: string;
  tcpPort: number;
  udpPort: number;
  dnsPort: number;
  hostPid: number;
};

const VICTIM = "these bytes must stay";

/**
 * What the self-test lays out for the probes to reach: files with canaries and listeners of its own. `findReached` is the
 * host's own view, which no probe program can talk away.
 */
export class SelfTestTargets {
  readonly input: SelfTestInput;
  readonly #folder: string;
  readonly #closers: (Server | Socket)[];
  readonly #hits: Set<string>;

  private constructor(input: SelfTestInput, folder: string, open: { closers: (Server | Socket)[]; hits: Set<string> }) {
    this.input = input;
    this.#folder = folder;
    this.#closers = open.closers;
    this.#hits = open.hits;
  }

  static async open(): Promise<SelfTestTargets> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "capstan-self-test-")));
    const hits = new Set<string>();
    const closers: (Server | Socket)[] = [];
    const listen = async (name: string, where: { port: number; host: string } | { path: string }) => {
      const server = createServer((socket) => {
        hits.add(name);
        socket.destroy();
      }).listen(where);
      closers.push(server);
      await once(server, "listening");
      const address = server.address();
      return address !== null && typeof address === "object" ? address.port : 0;
    };
    const bind = async (name: string) => {
      const socket = createSocket("udp4", () => hits.add(name)).bind(0, "127.0.0.1");
      closers.push(socket);
      await once(socket, "listening");
      return socket.address().port;
    };
    const canary = randomBytes(16).toString("hex");
    const at = (name: string) => join(folder, name);
    await writeFile(at("canary"), canary);
    await writeFile(at("victim"), VICTIM);
    await writeFile(at("flag-victim"), VICTIM);
    const input: SelfTestInput = {
      canary,
      canaryPath: at("canary"),
      victimPath: at("victim"),
      flagPath: at("flag-victim"),
      sqlitePath: at("reached.sqlite"),
      socketPath: at("s"),
      tcpPort: await listen("TCP to the host", { port: 0, host: "127.0.0.1" }),
      udpPort: await bind("UDP to the host"),
      dnsPort: await bind("DNS to the host"),
      hostPid: process.pid,
    };
    await listen("unix socket of the host", { path: input.socketPath });
    return new SelfTestTargets(input, folder, { closers, hits });
  }

  /** Names of probes that left a trace on the host's side since the last look. */
  async findReached(): Promise<Set<string>> {
    const reached = new Set(this.#hits);
    this.#hits.clear();
    for (const [name, path] of [
      ["write outside", this.input.victimPath],
      ["write by a v8 flag", this.input.flagPath],
    ] as const) {
      if ((await readFile(path, "utf8")) !== VICTIM) reached.add(name);
      await writeFile(path, VICTIM);
    }
    if (existsSync(this.input.sqlitePath)) reached.add("open by sqlite");
    await rm(this.input.sqlitePath, { force: true });
    return reached;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#closers.map((closer) => new Promise<void>((resolve) => closer.close(() => resolve()))));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
