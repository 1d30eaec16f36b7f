import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadReleaseDigests } from "#server/registry/release-trust";
import { openStore } from "#server/store/open-store";
import { recordTrust } from "#server/store/trust";

/** The bundle that users run, made anew where its sources changed. */
export function buildServer(): void {
  const script = 'import("./setup/build.mjs").then(async (m) => { await m.generateClient(); await m.buildBundles(); })';
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The server could not be bundled: ${stderr}`);
}

export type TestFolder = Disposable & { path: string };

/** A fresh folder, gone with its content when disposed. */
export function createFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), "capstan-server-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Stands in for `~/.pi/agent`, so that a test never reads the machine's own. */
export function agentFolderOf(stateFolder: string): string {
  return join(stateFolder, "agent");
}

export type Exit = { code: number | null; stdout: string; stderr: string };

/** A started `node dist/<program>` and what it printed. */
export class Program {
  readonly child: ChildProcess;
  readonly exit: Promise<Exit>;
  stdout = "";
  stderr = "";
  readonly #seen = new Set<() => void>();

  constructor(command: readonly string[], env: Record<string, string>) {
    const [file = process.execPath, ...args] = command;
    this.child = spawn(file, args, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
    });
    this.child.stdout?.on("data", (chunk: Buffer) => this.#read(() => (this.stdout += chunk)));
    this.child.stderr?.on("data", (chunk: Buffer) => this.#read(() => (this.stderr += chunk)));
    this.exit = once(this.child, "close").then(([code]) => ({
      code: typeof code === "number" ? code : null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
    void this.exit.then(() => this.#read(() => {}));
  }

  #read(add: () => void): void {
    add();
    for (const wake of this.#seen) wake();
  }

  /** The match of a pattern in what was printed; rejects when the program ends without it. */
  async find(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`It ended without printing ${pattern}: ${this.stdout}${this.stderr}`);
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#seen.delete(wake);
          resolve();
        };
        this.#seen.add(wake);
      });
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Exit> {
    this.child.kill(signal);
    return this.exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
  }
}

export type TestServer = AsyncDisposable & { program: Program; port: number; token: string };

/** Starts the bundled server without pages on a free port, and waits until it is ready. */
export async function startServer(stateFolder: string, env: Record<string, string> = {}): Promise<TestServer> {
  const program = new Program([process.execPath, "dist/main.js", "--no-pages"], {
    CAPSTAN_HOME: stateFolder,
    PI_AGENT_DIR: agentFolderOf(stateFolder),
    PORT: "0",
    ...env,
  });
  const [, port, token = ""] = await program.find(/Capstan is ready: http:\/\/127\.0\.0\.1:(\d+)\/\?token=(\S+)/);
  return { program, port: Number(port), token, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** One HTTP request with exactly the headers that are given, Host included. */
export function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path, method: options.method ?? "GET", headers: options.headers },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (body += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    sent.on("error", reject);
    sent.end(options.body);
  });
}

/** Redeems the printed token and answers the session's cookie header. */
export async function openSession({ port, token }: Pick<TestServer, "port" | "token">): Promise<string> {
  const { headers, status } = await ask(port, `/?token=${token}`);
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0];
  if (status !== 303 || cookie === undefined) throw new Error(`No session was opened: ${status}`);
  return cookie;
}

/** Calls a procedure by its HTTP form and answers status and the data or the problem. */
export async function call(
  server: Pick<TestServer, "port">,
  procedure: string,
  options: { headers: Record<string, string>; input?: unknown; isMutation?: boolean },
): Promise<{ status: number; data: unknown; problem: unknown }> {
  const input = JSON.stringify(options.input ?? {});
  const path = `/api/trpc/${procedure}${options.isMutation ? "" : `?input=${encodeURIComponent(input)}`}`;
  const { status, body } = await ask(server.port, path, {
    method: options.isMutation ? "POST" : "GET",
    headers: { ...options.headers, "content-type": "application/json" },
    ...(options.isMutation ? { body: input } : {}),
  });
  const parsed = JSON.parse(body) as { result?: { data: unknown }; error?: { data?: { problem?: unknown } } };
  return { status, data: parsed.result?.data, problem: parsed.error?.data?.problem };
}

/** Trusts one shipped capability, as a person would have, in a state that no server has opened yet. */
export async function trust(stateFolder: string, name: string): Promise<void> {
  const { digests } = await loadReleaseDigests("capabilities", "test");
  const digest = digests[name] ?? "";
  await using store = await openStore({ file: join(stateFolder, "capstan.db") });
  await recordTrust(store, { digest, name, trustedBy: "test", reason: "test" });
}
