import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { call, openSession, Program } from "../server/main/testing";

/** The bundle and the pages of these sources, made anew where their sources changed. */
export function buildProduct(): void {
  const script =
    'import("./setup/build.mjs").then(async (m) => { await m.generateClient(); await m.buildBundles(); await m.buildPages(); })';
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The product could not be built: ${stdout}${stderr}`);
}

export type AppOptions = {
  /** Variables of the server, for example OPENAI_BASE_URL. */
  env?: Record<string, string>;
};

/** The built server on a state, a project and an agent folder of its own. */
export class App implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "capstan-journey-"));
  readonly stateFolder = join(this.folder, "state");
  readonly projectFolder = join(this.folder, "project");
  /** The project's root: pending until a person admits it. */
  readonly rootFolder = join(this.projectFolder, ".capstan", "capabilities");
  readonly #env: Record<string, string>;
  #program: Program | null = null;
  #port = 0;
  #cookie: string | null = null;
  /** As printed by the last start; good for one session. */
  printedAddress = "";

  constructor({ env = {} }: AppOptions = {}) {
    this.#env = env;
    mkdirSync(this.rootFolder, { recursive: true });
  }

  /** Without a slash at its end. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get program(): Program {
    if (this.#program === null) throw new Error("The server was not started.");
    return this.#program;
  }

  /** The first start takes a free port, later ones the same again. */
  async start(): Promise<void> {
    this.#program = new Program([process.execPath, "dist/main.js"], {
      CAPSTAN_HOME: this.stateFolder,
      CAPSTAN_PROJECT: this.projectFolder,
      PI_AGENT_DIR: join(this.folder, "agent"),
      HOST: "127.0.0.1",
      PORT: String(this.#port),
      NEXT_TELEMETRY_DISABLED: "1",
      ...this.#env,
    });
    const [, address = "", port] = await this.#program.find(
      /Capstan is ready: (http:\/\/127\.0\.0\.1:(\d+)\/\?token=\S+)/,
    );
    this.#port = Number(port);
    this.printedAddress = address;
  }

  /** `SIGKILL` gives it no moment to say goodbye. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    await this.program.stop(signal);
  }

  /** A fresh single-use address, as `npx capstan open` prints it. */
  async openAddress(): Promise<string> {
    const { token }: { token: string } = JSON.parse(readFileSync(join(this.stateFolder, "server.json"), "utf8"));
    const headers = { authorization: `Bearer ${token}` };
    const { data } = await call({ port: this.#port }, "session.open", { headers, isMutation: true });
    if (typeof data !== "object" || data === null || !("address" in data)) throw new Error("No address was given.");
    return String(data.address);
  }

  /** Calls a procedure as a signed-in person: for what a journey needs but does not show. Throws on a refusal. */
  async #ask<T>(procedure: string, input: unknown, isMutation: boolean): Promise<T> {
    if (this.#cookie === null) {
      const token = new URL(await this.openAddress()).searchParams.get("token") ?? "";
      this.#cookie = await openSession({ port: this.#port, token });
    }
    const headers = { cookie: this.#cookie };
    const { status, data, problem } = await call({ port: this.#port }, procedure, { headers, input, isMutation });
    if (status !== 200) throw new Error(`${procedure} answered ${status}: ${JSON.stringify(problem)}`);
    return data as T;
  }

  query<T>(procedure: string, input: unknown = {}): Promise<T> {
    return this.#ask<T>(procedure, input, false);
  }

  mutate<T>(procedure: string, input: unknown = {}): Promise<T> {
    return this.#ask<T>(procedure, input, true);
  }

  /** Writes files of a capability into the project's root; text by path inside its folder. Answers the folder. */
  writeCapability(name: string, files: Record<string, string>): string {
    const folder = join(this.rootFolder, name);
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return folder;
  }

  /** Copies a shipped capability into the project's root, where it can be written. Answers its folder. */
  copyShipped(name: string): string {
    const folder = join(this.rootFolder, name);
    cpSync(join("capabilities", name), folder, { recursive: true });
    return folder;
  }

  /** Lets the project's root in, as a person does in Settings. */
  async admitProject(): Promise<void> {
    await this.mutate("settings.admitRoot", { path: this.rootFolder });
  }

  /** What the catalog holds of a name; null when nothing. */
  async findEntry(name: string): Promise<{ name: string; state: string; digest: string } | null> {
    const { entries } = await this.query<{ entries: { name: string; state: string; digest: string }[] }>("catalog.get");
    return entries.find((entry) => entry.name === name) ?? null;
  }

  /** Trusts the bytes of a name that lie on disk now. */
  async trust(name: string): Promise<void> {
    const entry = await this.findEntry(name);
    if (entry === null) throw new Error(`The catalog has no ${name}.`);
    await this.mutate("review.trustDigest", { name, digest: entry.digest, reason: "a journey needs it" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program?.[Symbol.asyncDispose]();
    if (existsSync(this.folder)) rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
