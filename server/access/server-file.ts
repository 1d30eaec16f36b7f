import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { toStateError } from "#server/store/state-error";

/**
 * `server.json` of the state folder: which process serves this state, where, and the token of the command line. The file
 * is 0600; the token cannot promote, approve or change settings (policy.ts).
 *
 * States: no file -> `claim` makes it with port null -> `publish` writes the port -> `release` removes it. A file whose
 * address does not answer `/api/health` with its id is stale, left by a crash, and is taken over.
 */
const serverFileSchema = z.object({
  pid: z.number().int(),
  instanceId: z.string(),
  host: z.string().nullable(),
  port: z.number().int().nullable(),
  token: z.string(),
});
export type ServerFile = z.infer<typeof serverFileSchema>;

/** Generous, since a busy machine answers late and a port that nobody holds refuses at once. */
const HEALTH_MS = 10_000;
/** A claim without a port is a start that is a few milliseconds from listening, or one that died there. */
const CLAIM_MS = 3_000;
const healthSchema = z.object({ instanceId: z.string() });

function pathOf(stateFolder: string): string {
  return join(stateFolder, "server.json");
}

/** The file's content; null when there is none or it cannot be read as one. */
function findServerFile(stateFolder: string): ServerFile | null {
  try {
    return serverFileSchema.parse(JSON.parse(readFileSync(pathOf(stateFolder), "utf8")));
  } catch {
    // Absent, half-written by a crash, or of another version: all mean that nobody can be reached by it.
    return null;
  }
}

/** Where a server of this machine is reached: a wildcard host is reached by loopback. */
export function toAddress(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

/** The running server of a state folder, asked by `/api/health`; null when none answers with the file's id. */
export async function findRunningServer(
  stateFolder: string,
): Promise<{ address: string; token: string; pid: number } | null> {
  const file = findServerFile(stateFolder);
  if (!file || file.port === null) return null;
  const address = toAddress(file.host ?? "127.0.0.1", file.port);
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(HEALTH_MS) });
    const health = healthSchema.parse(await response.json());
    return health.instanceId === file.instanceId ? { address, token: file.token, pid: file.pid } : null;
  } catch {
    // Nothing listens there, or something else does.
    return null;
  }
}

export type ServerClaim = {
  readonly token: string;
  /** Writes the address once the port is bound. */
  publish(host: string, port: number): void;
  /** Removes the file when it is still this process's. */
  release(): void;
};

/**
 * Claims the state folder for this process, or answers the address of the server that has it.
 * Throws state_read_only, disk_full.
 */
export async function claimState(
  stateFolder: string,
  instanceId: string,
): Promise<{ kind: "claimed"; claim: ServerClaim } | { kind: "running"; address: string }> {
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    const content: ServerFile = {
      pid: process.pid,
      instanceId,
      host: null,
      port: null,
      token: randomBytes(32).toString("base64url"),
    };
    while (!tryCreate(stateFolder, content)) {
      const stale = findServerFile(stateFolder);
      const running = await findOwner(stateFolder);
      if (running) return { kind: "running", address: running };
      // Another start may have taken the stale file over meanwhile; its fresh one must stay.
      if (findServerFile(stateFolder)?.instanceId === stale?.instanceId) rmSync(pathOf(stateFolder), { force: true });
    }
    return { kind: "claimed", claim: createClaim(stateFolder, content) };
  } catch (error) {
    throw toStateError(error, stateFolder);
  }
}

/** Creating exclusively is the lock: of two starts at one moment, one makes the file. */
function tryCreate(stateFolder: string, content: ServerFile): boolean {
  try {
    const descriptor = openSync(pathOf(stateFolder), "wx", 0o600);
    try {
      writeFileSync(descriptor, JSON.stringify(content));
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Address of a live owner. One that only claimed so far gets the time to bind its port. */
async function findOwner(stateFolder: string): Promise<string | null> {
  const until = Date.now() + CLAIM_MS;
  for (;;) {
    const running = await findRunningServer(stateFolder);
    if (running) return running.address;
    const file = findServerFile(stateFolder);
    const isStarting = file !== null && file.port === null && isAlive(file.pid);
    if (!isStarting || Date.now() > until) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function createClaim(stateFolder: string, content: ServerFile): ServerClaim {
  return {
    token: content.token,
    publish(host, port) {
      const draft = `${pathOf(stateFolder)}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ ...content, host, port } satisfies ServerFile), { mode: 0o600 });
      renameSync(draft, pathOf(stateFolder));
    },
    release() {
      if (findServerFile(stateFolder)?.instanceId === content.instanceId) rmSync(pathOf(stateFolder), { force: true });
    },
  };
}
