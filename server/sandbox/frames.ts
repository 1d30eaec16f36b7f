import { isJsonObject, type JsonObject, type JsonValue } from "#server/capability/json";
import { SANDBOX_LIMITS } from "./limits";
import type { SandboxErrorCode } from "./outcome";

/** A frame of the code that passed every check (design.md 4, "Frames"). `raw` is the frame without unknown fields. */
export type CodeFrame =
  | {
      kind: "step";
      id: string | number;
      stepId: string;
      input: JsonValue;
      maxTokens: number | undefined;
      raw: JsonObject;
    }
  | { kind: "service"; id: string | number; service: string; method: string; input: JsonValue; raw: JsonObject }
  | { kind: "result"; output: JsonValue; raw: JsonObject };

export type FrameEvent =
  | { kind: "frame"; frame: CodeFrame; bytes: number }
  | { kind: "fault"; code: SandboxErrorCode; detail: string };

export type FrameParserOptions = {
  /** Limit of the result frame, bytes. */
  resultBytesMax: number;
  llmStepIds: readonly string[];
};

const LINE_FEED = 0x0a;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

class Fault extends Error {
  constructor(
    readonly code: SandboxErrorCode,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** Nesting of JSON text outside strings; looked at before JSON.parse so that deep input never reaches recursion. */
function hasDepthOver(text: string, max: number): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (isString) {
      if (char === "\\") index++;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === "{" || char === "[") {
      depth++;
      if (depth > max) return true;
    } else if (char === "}" || char === "]") depth--;
  }
  return false;
}

function findForbiddenKey(value: JsonValue): string | null {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = findForbiddenKey(item);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) return key;
    const child = value[key];
    const found = child === undefined ? null : findForbiddenKey(child);
    if (found !== null) return found;
  }
  return null;
}

/** Quotes the start of what was read, so that the author recognises the line. */
function quote(text: string): string {
  return text.length > 80 ? `"${text.slice(0, 80)}" (first 80 of ${text.length} characters)` : `"${text}"`;
}

function parseText(line: Uint8Array): string {
  if (line.includes(0)) throw new Fault("E_FRAME_ENCODING", "it holds a NUL byte");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line).replace(/\r$/, "");
  } catch {
    throw new Fault("E_FRAME_ENCODING", "its bytes are not valid UTF-8");
  }
}

function parseJson(text: string): JsonValue {
  if (hasDepthOver(text, SANDBOX_LIMITS.frameDepthMax)) {
    throw new Fault("E_FRAME_DEPTH", `more than ${SANDBOX_LIMITS.frameDepthMax} levels`);
  }
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    throw new Fault("E_FRAME_NOT_JSON", quote(text));
  }
}

function parseObject(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Fault("E_FRAME_SHAPE", `${quote(text)} is not an object`);
  const forbidden = findForbiddenKey(value);
  if (forbidden !== null) throw new Fault("E_FRAME_FORBIDDEN_KEY", forbidden);
  return value;
}

function parseRpcId(frame: JsonObject, seen: Set<string>): string | number {
  const id = frame.id;
  const isUsable = typeof id === "string" ? id.length >= 1 && id.length <= 128 : typeof id === "number";
  if (!isUsable || (typeof id !== "string" && typeof id !== "number")) {
    throw new Fault("E_RPC_ID", id === undefined ? "id is missing" : `id is ${quote(JSON.stringify(id))}`);
  }
  const key = `${typeof id}:${id}`;
  if (seen.has(key)) throw new Fault("E_RPC_ID", `id ${JSON.stringify(id)} was used before`);
  seen.add(key);
  return id;
}

function parseRpc(frame: JsonObject, seenIds: Set<string>, llmStepIds: readonly string[]): CodeFrame {
  const id = parseRpcId(frame, seenIds);
  const input = frame.input ?? {};
  if (frame.service !== undefined) {
    const { service, method } = frame;
    if (typeof service !== "string" || typeof method !== "string" || service === "" || method === "") {
      throw new Fault("E_FRAME_SHAPE", "a service call needs `service` and `method` as text");
    }
    return { kind: "service", id, service, method, input, raw: { __frame__: "rpc", id, service, method, input } };
  }
  const stepId = frame.prompt_id;
  if (typeof stepId !== "string" || !llmStepIds.includes(stepId)) {
    const declared =
      llmStepIds.length === 0 ? "the contract declares no llm step" : `declared: ${llmStepIds.join(", ")}`;
    throw new Fault("E_RPC_PROMPT", `prompt_id ${quote(JSON.stringify(stepId ?? null))}; ${declared}`);
  }
  const maxTokens = frame.max_tokens;
  if (maxTokens !== undefined && (typeof maxTokens !== "number" || !Number.isInteger(maxTokens) || maxTokens < 1)) {
    throw new Fault("E_FRAME_SHAPE", "max_tokens is not a whole number above 0");
  }
  const raw = {
    __frame__: "rpc",
    id,
    prompt_id: stepId,
    input,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
  return { kind: "step", id, stepId, input, maxTokens, raw };
}

/**
 * Turns the bytes of a code's stdout into frames, or into the first fault. Pure and streaming: `push` may be given any
 * split of the bytes. After a fault it returns nothing more. Blank lines count as frames, since a flood of them would
 * otherwise be free (sandbox.md 3). Every rule is a row of sandbox.md 6, 64 to 92.
 */
export class FrameParser {
  readonly #options: FrameParserOptions;
  readonly #seenIds = new Set<string>();
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #totalBytes = 0;
  #lines = 0;
  #hasJob = false;
  #hasResult = false;
  #hasFault = false;

  constructor(options: FrameParserOptions) {
    this.#options = options;
  }

  /** Lines seen, blank ones included. */
  get frames(): number {
    return this.#lines;
  }

  /** True while a line has begun and its line feed has not come. */
  get hasUnfinishedLine(): boolean {
    return this.#pendingBytes > 0;
  }

  /** To be called when the job frame is written; bytes before it are E_FRAME_EARLY. */
  markJobSent(): void {
    this.#hasJob = true;
  }

  push(chunk: Uint8Array): FrameEvent[] {
    return this.#collect((events) => this.#read(chunk, events));
  }

  /** To be called when stdout ends; a last line without its line feed is a fault. */
  end(): FrameEvent[] {
    return this.#collect(() => {
      if (this.#pendingBytes === 0) return;
      const text = parseText(Buffer.concat(this.#pending));
      if (this.#hasResult) throw new Fault("E_AFTER_RESULT", quote(text));
      throw new Fault("E_FRAME_NOT_JSON", `the last line has no line feed: ${quote(text)}`);
    });
  }

  #collect(read: (events: FrameEvent[]) => void): FrameEvent[] {
    const events: FrameEvent[] = [];
    if (this.#hasFault) return events;
    try {
      read(events);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#hasFault = true;
      this.#pending = [];
      events.push({ kind: "fault", code: error.code, detail: error.detail });
    }
    return events;
  }

  #read(chunk: Uint8Array, events: FrameEvent[]): void {
    if (!this.#hasJob && chunk.length > 0) throw new Fault("E_FRAME_EARLY", `${chunk.length} bytes`);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#append(chunk.subarray(start, end + 1));
      const line = Buffer.concat(this.#pending).subarray(0, -1);
      this.#pending = [];
      this.#pendingBytes = 0;
      start = end + 1;
      const frame = this.#parseLine(line);
      if (frame) events.push({ kind: "frame", frame, bytes: line.length + 1 });
    }
    if (start < chunk.length) this.#append(chunk.subarray(start));
  }

  #append(part: Uint8Array): void {
    this.#totalBytes += part.length;
    if (this.#totalBytes > SANDBOX_LIMITS.stdoutBytesMax) {
      throw new Fault("E_STDOUT_LIMIT", `more than ${SANDBOX_LIMITS.stdoutBytesMax} bytes in all`);
    }
    this.#pendingBytes += part.length;
    const max = Math.max(SANDBOX_LIMITS.rpcFrameBytesMax, this.#options.resultBytesMax);
    if (this.#pendingBytes > max + 1) throw new Fault("E_FRAME_TOO_BIG", `more than ${max} bytes in one line`);
    this.#pending.push(part);
  }

  #parseLine(line: Uint8Array): CodeFrame | null {
    this.#lines++;
    if (this.#lines > SANDBOX_LIMITS.framesMax) {
      throw new Fault("E_FRAME_LIMIT", `more than ${SANDBOX_LIMITS.framesMax}, blank ones included`);
    }
    const text = parseText(line);
    if (text.trim() === "") return null;
    if (this.#hasResult) throw this.#faultAfterResult(text);
    const frame = this.#parseFrame(parseObject(text));
    const max = frame.kind === "result" ? this.#options.resultBytesMax : SANDBOX_LIMITS.rpcFrameBytesMax;
    if (line.length > max) throw new Fault("E_FRAME_TOO_BIG", `${line.length} bytes, ${max} are allowed`);
    if (frame.kind === "result") this.#hasResult = true;
    return frame;
  }

  #parseFrame(frame: JsonObject): CodeFrame {
    const kind = frame.__frame__;
    if (kind === "rpc") return parseRpc(frame, this.#seenIds, this.#options.llmStepIds);
    if (kind === "result") {
      const output = frame.output;
      if (output === undefined) throw new Fault("E_RESULT_MISSING_OUTPUT", "");
      return { kind: "result", output, raw: { __frame__: "result", output } };
    }
    throw new Fault(
      "E_FRAME_UNKNOWN",
      kind === undefined ? "__frame__ is missing" : `__frame__ is ${quote(JSON.stringify(kind))}`,
    );
  }

  #faultAfterResult(text: string): Fault {
    try {
      if (parseObject(text).__frame__ === "result") return new Fault("E_DUPLICATE_RESULT", "");
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
    return new Fault("E_AFTER_RESULT", quote(text));
  }
}
