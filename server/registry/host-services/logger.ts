import { z } from "zod";
import { getCallContext, type LogEntry, type LogLevel } from "#server/call-context";
import { jsonValueSchema } from "#server/capability/json";
import { type CallableMethod, type HostService, refuse, type ServiceAnswer, toCallable } from "./host-service";

const MESSAGE_CHARACTERS_MAX = 2_000;
const DATA_BYTES_MAX = 4_096;

const lineSchema = z.strictObject({
  message: z.string().min(1).max(MESSAGE_CHARACTERS_MAX),
  data: jsonValueSchema.optional(),
});

function writeLine(level: LogLevel, { message, data }: z.infer<typeof lineSchema>, write: WriteLog): ServiceAnswer {
  const bytes = data === undefined ? 0 : Buffer.byteLength(JSON.stringify(data));
  if (bytes > DATA_BYTES_MAX) {
    return refuse("too_large", `data has ${bytes} bytes as JSON; log at most ${DATA_BYTES_MAX}.`);
  }
  const context = getCallContext();
  const entry: LogEntry = { level, message, ...(data === undefined ? {} : { data }) };
  (context.writeLog ?? write)(entry);
  return { ok: true, data: null };
}

type WriteLog = (entry: LogEntry) => void;

function createMethod(level: LogLevel, description: string, write: WriteLog): CallableMethod {
  return toCallable({ description, input: lineSchema, run: async (input) => writeLine(level, input, write) });
}

/**
 * `logger.info {message, data?}`, `logger.warn` and `logger.error` answer null. The line goes to the log of the execution that
 * the call belongs to, else to `write`, the server's own log; either names the run, session and request it was for, which
 * code cannot set itself (the extension article 3.2). A message has at most 2,000 characters, data 4 KiB as JSON, so that a line
 * is never so large that its event is stored apart.
 */
export function createLogger(write: WriteLog): HostService {
  return {
    info: createMethod("info", "A line for who follows this execution.", write),
    warn: createMethod("warn", "A line on something that may be wrong.", write),
    error: createMethod("error", "A line on something that went wrong.", write),
  };
}

const IDS = ["runId", "callId", "executionId", "sessionId", "requestId"] as const;

/** A log entry as one line of the server's log: level, who, message, data, and the ids of the call it belongs to. */
export function toLogLine({ level, message, data }: LogEntry): string {
  const context = getCallContext();
  // As JSON, so that a line break or another control character of a capability begins no line of its own.
  const said = JSON.stringify(message).slice(1, -1);
  const ids = IDS.flatMap((id) => (context[id] === undefined ? [] : [`${id}=${context[id]}`]));
  const facts = data === undefined ? [] : [JSON.stringify(data)];
  return [`[${level}] ${context.capability ?? "server"}: ${said}`, ...facts, ...ids].join(" ");
}
