import { statfsSync } from "node:fs";
import { AppError } from "#server/errors";

/** SQLite's primary result codes that mean something to a person; an extended code keeps them in its low byte. */
const SQLITE = { BUSY: 5, LOCKED: 6, READONLY: 8, IOERR: 10, FULL: 13, CANTOPEN: 14 } as const;

/** Below this a failed read or write means a full disk: SQLite cannot even make its shared memory file. */
const FREE_BYTES_MIN = 1_048_576;

/** Walks an error and its causes; Prisma and its adapter each wrap the one below. */
function* causesOf(error: unknown): Generator<Record<string, unknown>> {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth++) {
    const fields: Record<string, unknown> = Object.fromEntries(
      ["code", "rawCode", "kind", "extendedCode", "message", "cause", "meta", "driverAdapterError"].map((name) => [
        name,
        Reflect.get(Object(current), name),
      ]),
    );
    yield fields;
    const meta: unknown = fields.meta;
    const adapterError: unknown =
      typeof meta === "object" && meta !== null ? Reflect.get(meta, "driverAdapterError") : undefined;
    current = fields.cause ?? adapterError;
  }
}

function sqliteCodeOf(error: unknown): number | null {
  for (const { rawCode, extendedCode, kind } of causesOf(error)) {
    if (kind === "SocketTimeout") return SQLITE.BUSY;
    const code = typeof rawCode === "number" ? rawCode : extendedCode;
    if (typeof code === "number") return code & 0xff;
  }
  return null;
}

/** True when another connection held the lock and nothing was written. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  if (code === SQLITE.BUSY || code === SQLITE.LOCKED) return true;
  for (const { code: prismaCode } of causesOf(error)) if (prismaCode === "P1008") return true;
  return false;
}

/** Bytes that are free where the path lies; null where nobody can say. */
function findFreeBytes(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function isDiskFull(error: unknown, path: string): boolean {
  const causes = [...causesOf(error)];
  if (causes.some(({ code }) => code === "ENOSPC" || code === "EDQUOT")) return true;
  const sqliteCode = sqliteCodeOf(error);
  if (sqliteCode === SQLITE.FULL) return true;
  // The migration engine keeps SQLite's code in its text only.
  const isSaid = (word: string): boolean => causes.some(({ message }) => String(message).includes(word));
  if (isSaid("SQLITE_FULL")) return true;
  const isFailedWrite = sqliteCode === SQLITE.IOERR || isSaid("SQLITE_IOERR");
  return isFailedWrite && (findFreeBytes(path) ?? Number.POSITIVE_INFINITY) < FREE_BYTES_MIN;
}

/** Node answers ENOENT when it cannot make a folder on a read-only disk. */
function isUnmakeable(error: unknown): boolean {
  return [...causesOf(error)].some(({ code, message }) => code === "ENOENT" && String(message).includes(", mkdir "));
}

/**
 * Turns what the file system or SQLite says about the state folder into a refusal a person can act on; any other error
 * comes back as it is.
 */
export function toStateError(error: unknown, path: string): unknown {
  const sqliteCode = sqliteCodeOf(error);
  const codes = new Set([...causesOf(error)].map(({ code }) => code));
  if (isDiskFull(error, path)) {
    return new AppError("disk_full", `The disk that holds ${path} is full; nothing more can be stored.`, {
      next: "Free some space, then try again. What was stored before is still there.",
      cause: error,
    });
  }
  const isUnwritable =
    ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].some((code) => codes.has(code)) || isUnmakeable(error);
  if (sqliteCode === SQLITE.READONLY || sqliteCode === SQLITE.CANTOPEN || isUnwritable) {
    return new AppError("state_read_only", `Capstan cannot write its state to ${path}.`, {
      next: "Make the folder writable for the user who starts Capstan, or choose another one with CAPSTAN_HOME=/path/to/folder.",
      cause: error,
    });
  }
  return error;
}
