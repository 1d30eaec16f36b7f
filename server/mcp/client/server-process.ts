import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { StringDecoder } from "node:string_decoder";
import { setTimeout } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "#server/errors";

/** One message; a list of a thousand tools has about 2 MB. */
const LINE_LENGTH_MAX = 16 * 1024 * 1024;
/** How long a server may take to end by itself, first after its input was closed, then after SIGTERM. */
const GRACE_MS = 500;
const STDERR_LENGTH_MAX = 2_000;

export type ServerCommand = {
  command: string;
  args: readonly string[];
  /** All of its environment. */
  env: Readonly<Record<string, string>>;
  folder: string;
};

/**
 * A server's process as a transport of MCP: one JSON message a line. States: made, started, ended. It leads a process group of
 * its own, and whoever is left in that group is killed when it ends, however it ends: `npx` starts the real server as a child.
 * A line that is no message is reported and skipped: servers print greetings.
 */
export class ServerProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: ServerCommand;
  readonly #decoder = new StringDecoder("utf8");
  #child: ChildProcessWithoutNullStreams | undefined;
  #line = "";
  #stderr = "";
  #ending = "It was not started.";
  #hasEnded = false;

  constructor(command: ServerCommand) {
    this.#command = command;
  }

  /** How it ended, a sentence, with its last words on standard error. */
  get ending(): string {
    const words = this.#stderr.trim().split("\n").at(-1)?.trim() ?? "";
    return words === "" ? this.#ending : `${this.#ending} Its last words: ${words}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Throws `bad_input` when there is no such program. */
  async start(): Promise<void> {
    const { command, args, env, folder } = this.#command;
    const child = spawn(command, [...args], {
      cwd: folder,
      env: env as NodeJS.ProcessEnv,
      detached: true,
      stdio: "pipe",
    });
    this.#child = child;
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-STDERR_LENGTH_MAX);
    });
    // It may end before it reads: that shows in how it ends.
    child.stdin.on("error", () => undefined);
    // Its pipes may stay open in a grandchild, so the group is ended at its exit, not at their close.
    child.once("exit", (code, signal) => {
      this.#ending = signal === null ? `It ended with exit code ${code}.` : `It ended by ${signal}.`;
      this.#signalGroup("SIGKILL");
    });
    child.once("close", () => this.#end());
    try {
      await once(child, "spawn");
    } catch (cause) {
      throw new AppError("bad_input", `${command} cannot be started: ${toReason(cause)}.`, {
        next: "Check the command in Settings: give a program of the PATH, or the whole path of one.",
        cause,
      });
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#hasEnded || !this.#child?.stdin.writable) {
      throw new AppError("interrupted", "The server no longer reads.", { next: "Reconnect it in Settings." });
    }
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Closes its input, then asks, then kills. Resolves when the process is gone. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || this.#hasEnded) return;
    const gone = once(child, "close");
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const isGone = await Promise.race([gone.then(() => true), setTimeout(GRACE_MS, false)]);
      if (isGone) return;
      this.#signalGroup(signal);
    }
    await gone;
  }

  #read(chunk: Buffer): void {
    // Only what is new is looked through: a message of 16 MiB comes in hundreds of chunks.
    const [first = "", ...others] = this.#decoder.write(chunk).split("\n");
    const lines = [this.#line + first, ...others];
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
    if (this.#line.length <= LINE_LENGTH_MAX) return;
    this.#line = "";
    this.#stderr = "A message of more than 16 MiB was refused.";
    this.#signalGroup("SIGKILL");
  }

  #take(line: string): void {
    if (line.trim() === "") return;
    try {
      // The client checks every message against the protocol's own schemas.
      this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.onclose?.();
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // ESRCH: the group is already gone. EPERM (macOS): only zombies are left in it.
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code !== "ESRCH" && code !== "EPERM") throw error;
    }
  }
}

function toReason(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  if (code === "ENOENT") return "there is no such program";
  return cause instanceof Error ? cause.message : String(cause);
}
