import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

type ReplyUsage = { prompt_tokens: number; completion_tokens: number };

/** A well-formed answer. `delayMs` lies between its pieces; `usage: null` leaves the usage out. */
type TextReply = { text: string; finishReason?: string; usage?: ReplyUsage | null; delayMs?: number };

/** What the server does with one question. A plain text is a well-formed answer, streamed when the client asked for a stream. */
type ModelReply =
  | string
  /** 200 with a web page, as a wrong base URL gives. */
  | { kind: "html" }
  /** A well-formed beginning, then broken JSON and the end of the body. */
  | { kind: "cut"; text: string }
  /** The connection is destroyed in mid-answer. */
  | { kind: "drop"; text: string }
  /** Headers, perhaps some text, then nothing until the client goes away. */
  | { kind: "hang"; text?: string }
  /** Text in the given pieces, with a pause between them in milliseconds; pieces are bytes, so a letter may be split. */
  | { kind: "chunks"; chunks: readonly (string | Uint8Array)[]; delayMs?: number }
  | ({ kind: "text" } & TextReply)
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> };

type ModelQuestion = {
  method: string;
  path: string;
  authorization: string | undefined;
  model: string;
  isStream: boolean;
  messages: { role: string; content: string }[];
  /** The body as sent. */
  body: Record<string, unknown>;
};

/** Replies in order, the last one for ever; or a function of the question and its number from 0. */
export type ModelScript =
  | readonly ModelReply[]
  | ((question: ModelQuestion, index: number) => ModelReply | Promise<ModelReply>);

export type ModelServer = AsyncDisposable & {
  /** Ends with /v1, as a client wants it. */
  baseUrl: string;
  /** Questions to /chat/completions so far, oldest first. */
  questions: readonly ModelQuestion[];
  /** Resolves when that many questions have arrived. */
  waitForQuestions(count: number): Promise<void>;
  /** Clients that went away before their answer ended. */
  readonly abandoned: number;
};

/**
 * A loopback OpenAI-compatible server with scripted answers: /v1/models and /v1/chat/completions, streaming and not. For
 * tests and journeys; also `npx tsx e2e/model-server.ts --port 4010`, which answers every question with one sentence.
 */
export async function startModelServer(
  script: ModelScript,
  { port = 0 }: { port?: number } = {},
): Promise<ModelServer> {
  const questions: ModelQuestion[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let abandoned = 0;

  const server = createServer((request, response) => {
    void answerRequest(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("close", () => {
      if (!response.writableFinished) abandoned += 1;
    });
    if (request.url?.endsWith("/models")) {
      sendJson(response, { object: "list", data: [{ id: "scripted", object: "model" }] });
      return;
    }
    if (!request.url?.endsWith("/chat/completions")) {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":{"message":"no such path"}}');
      return;
    }
    const question = toQuestion(request, await readBody(request));
    const index = questions.push(question) - 1;
    for (const { count, resolve } of waiting) if (questions.length >= count) resolve();
    const reply =
      typeof script === "function" ? await script(question, index) : (script[index] ?? script[script.length - 1]);
    if (reply === undefined) throw new Error("The script has no reply.");
    await sendReply(response, question, reply);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: actualPort } = toAddress(server.address());

  return {
    baseUrl: `http://127.0.0.1:${actualPort}/v1`,
    questions,
    get abandoned() {
      return abandoned;
    },
    waitForQuestions(count) {
      if (questions.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function sendReply(response: ServerResponse, question: ModelQuestion, reply: ModelReply): Promise<void> {
  if (typeof reply === "string") return sendText(response, question, { text: reply });
  switch (reply.kind) {
    case "text":
      return sendText(response, question, reply);
    case "status":
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body ?? JSON.stringify({ error: { message: `scripted ${reply.status}` } }));
      return;
    case "html":
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<!doctype html><title>Sign in</title><p>Please sign in.</p>");
      return;
    case "cut":
      startStream(response);
      response.write(toLine(question, { content: reply.text }));
      response.end('data: {"id":"x","choices":[{"delta":{"content":"an');
      return;
    case "drop":
      startStream(response);
      response.write(toLine(question, { content: reply.text }), () => response.socket?.end());
      return;
    case "hang":
      startStream(response);
      response.flushHeaders();
      if (reply.text) response.write(toLine(question, { content: reply.text }));
      return;
    case "chunks":
      startStream(response);
      for (const chunk of reply.chunks) {
        response.write(chunk);
        if (reply.delayMs) await wait(reply.delayMs);
      }
      response.end();
      return;
  }
}

/** The lines of a well-formed stream, for scripts that send it in pieces of their own. */
export function toStreamLines(text: string, finishReason = "stop"): string {
  const question = { model: "scripted" };
  return `${toLine(question, { content: text })}${toLine(question, {}, finishReason)}data: [DONE]\n\n`;
}

const DELTA_LENGTH = 24;

async function sendText(response: ServerResponse, question: ModelQuestion, reply: TextReply): Promise<void> {
  const finishReason = reply.finishReason ?? "stop";
  const counted = {
    prompt_tokens: JSON.stringify(question.messages).length >> 2,
    completion_tokens: reply.text.length >> 2,
  };
  const usage = reply.usage === undefined ? counted : reply.usage;
  const total = usage ? { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } : null;
  if (!question.isStream) {
    const message = { role: "assistant", content: reply.text };
    sendJson(response, {
      id: "scripted",
      object: "chat.completion",
      created: 0,
      model: question.model,
      choices: [{ index: 0, message, finish_reason: finishReason }],
      ...(total ? { usage: total } : {}),
    });
    return;
  }
  startStream(response);
  const characters = [...reply.text];
  for (let start = 0; start < characters.length; start += DELTA_LENGTH) {
    response.write(toLine(question, { content: characters.slice(start, start + DELTA_LENGTH).join("") }));
    if (reply.delayMs) await wait(reply.delayMs);
  }
  response.write(toLine(question, {}, finishReason));
  if (total) {
    const last = { id: "scripted", created: 0, model: question.model, choices: [], usage: total };
    response.write(`data: ${JSON.stringify(last)}\n\n`);
  }
  response.end("data: [DONE]\n\n");
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
}

function toLine({ model }: { model: string }, delta: { content?: string }, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: "scripted", object: "chat.completion.chunk", created: 0, model, choices })}\n\n`;
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const body: unknown = JSON.parse(Buffer.concat(pieces).toString("utf8"));
  if (typeof body !== "object" || body === null) throw new Error("The body is not an object.");
  return { ...body };
}

function toQuestion(request: IncomingMessage, body: Record<string, unknown>): ModelQuestion {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    authorization: request.headers.authorization,
    model: String(body.model),
    isStream: body.stream === true,
    messages: messages.map((message: { role: unknown; content: unknown }) => ({
      role: String(message.role),
      content: typeof message.content === "string" ? message.content : JSON.stringify(message.content),
    })),
    body,
  };
}

function toAddress(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const flag = process.argv.indexOf("--port");
  const port = flag === -1 ? 4010 : Number(process.argv[flag + 1]);
  const answer = JSON.stringify({
    "@action": "directly_answer",
    identifier: "answer",
    human_readable_thought: "The scripted server answers.",
    answer_payload: "This is the scripted model server.",
  });
  const { baseUrl } = await startModelServer([answer], { port });
  process.stdout.write(`${baseUrl}\n`);
}
