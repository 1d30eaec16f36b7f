import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { applyWSSHandler } from "@trpc/server/adapters/ws";
import { type WebSocket, WebSocketServer } from "ws";
import { appRouter } from "#server/api/router";
import type { ApiContext } from "#server/api/trpc";
import type { Services } from "#server/services";
import type { Caller } from "./authenticate";
import { compressAnswer } from "./compress-answer";

export const API_PATH = "/api/trpc/";
export const SOCKET_PATH = "/api/ws";

/** A text file of 20 MB fits, every one of its characters escaped in JSON. */
const BODY_BYTES_MAX = 42 * 1024 * 1024;
const SOCKET_MESSAGE_BYTES_MAX = 1024 * 1024;
const PING_MS = 30_000;
/** A socket outlives no session: who holds it is asked again this often. */
const RECHECK_MS = 15_000;

export type ServedApi = {
  answer(request: IncomingMessage, response: ServerResponse, caller: Caller | null): void;
  upgrade(upgrade: { request: IncomingMessage; socket: Duplex; head: Buffer }, caller: Caller): void;
  [Symbol.dispose](): void;
};

/** tRPC over HTTP, and over one WebSocket a tab for subscriptions. Callers were authenticated before. */
export function serveApi(services: Services, address: string): ServedApi {
  const callers = new WeakMap<IncomingMessage, Caller>();
  const contextOf = (request: IncomingMessage): ApiContext => {
    const caller = callers.get(request);
    return { services, address, actor: caller?.actor ?? null, sessionToken: caller?.sessionToken ?? null };
  };

  const answerHttp = createHTTPHandler({
    router: appRouter,
    basePath: API_PATH,
    maxBodySize: BODY_BYTES_MAX,
    createContext: ({ req }) => contextOf(req),
  });

  const sockets = new WebSocketServer({ noServer: true, maxPayload: SOCKET_MESSAGE_BYTES_MAX });
  const handler = applyWSSHandler({
    wss: sockets,
    router: appRouter,
    createContext: ({ req }) => contextOf(req),
    keepAlive: { enabled: true, pingMs: PING_MS, pongWaitMs: 10_000 },
  });

  return {
    answer(request, response, caller) {
      if (caller) callers.set(request, caller);
      compressAnswer(request, response);
      answerHttp(request, response);
    },
    upgrade({ request, socket, head }, caller) {
      callers.set(request, caller);
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        closeWithSession(webSocket, services, caller);
        sockets.emit("connection", webSocket, request);
      });
    },
    [Symbol.dispose]() {
      handler.broadcastReconnectNotification();
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

function closeWithSession(webSocket: WebSocket, services: Services, caller: Caller): void {
  const { sessionToken } = caller;
  if (sessionToken === null) return;
  const recheck = async (): Promise<void> => {
    const person = await services.access.personOf(sessionToken).catch(() => null);
    if (!person) webSocket.close(4401, "The session ended.");
  };
  const timer = setInterval(() => void recheck(), RECHECK_MS);
  webSocket.once("close", () => clearInterval(timer));
}
