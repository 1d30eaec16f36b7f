import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Problem } from "#server/errors";
import type { Services } from "#server/services";
import { type Caller, findCaller, toSessionCookie } from "./authenticate";
import { type HostPolicy, isAllowedHost, isAllowedOrigin } from "./host-policy";
import { createNonce, setSecurityHeaders, toPagePolicy } from "./security-headers";
import { sendJson, sendProblem, sendScreen } from "./send";
import { API_PATH, type ServedApi, SOCKET_PATH } from "./serve-api";
import { toSignInScreen } from "./sign-in-screen";
import type { Pages } from "./start-pages";

/** What the gate opens to once it is built; null while the server starts. */
export type Behind = { services: Services; api: ServedApi; pages: Pages | null };

export type GateOptions = {
  instanceId: string;
  cliToken: string;
  port: number;
  policy: HostPolicy;
  isDevelopment: boolean;
  behind: () => Behind | null;
  log: (line: string) => void;
};

export type Gate = {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(upgrade: { request: IncomingMessage; socket: Duplex; head: Buffer }): Promise<void>;
};

const NO_SESSION: Problem = {
  code: "unauthenticated",
  message: "This needs a session.",
  next: "Run `npx capstan open` and open the address it prints.",
};
const NO_PATH: Problem = { code: "bad_input", message: "The address is not written as UTF-8 in percent signs." };
const STARTING: Problem = { code: "internal", message: "Capstan is starting.", next: "Try again in a few seconds." };

/**
 * The one gate: every request and every socket passes Host, Origin and session here before anything else sees it
 * (design.md 3 and 6). Only `/api/health` and `/api/ready` are open, and they say nothing else.
 */
export function createGate(options: GateOptions): Gate {
  return {
    async answer(request, response) {
      try {
        await answer(options, request, response);
      } catch (error) {
        options.log(`${request.method} ${pathOf(request)} failed: ${error instanceof Error ? error.stack : error}`);
        if (!response.headersSent) {
          sendProblem(response, 500, { code: "internal", message: "Capstan could not answer this request." });
        } else response.destroy();
      }
    },
    async upgrade({ request, socket, head }) {
      // A peer that hangs up during the handshake must not end the process.
      socket.on("error", () => socket.destroy());
      try {
        await upgrade(options, { request, socket, head });
      } catch (error) {
        options.log(`upgrade of ${pathOf(request)} failed: ${error instanceof Error ? error.stack : error}`);
        socket.destroy();
      }
    },
  };
}

async function answer(options: GateOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  setSecurityHeaders(response);
  const refusal = refusalOf(options.policy, request);
  if (refusal) return sendProblem(response, 403, refusal);
  const path = pathOf(request);
  if (!isDecodable(path)) return sendProblem(response, 400, NO_PATH);
  if (path === "/api/health") return sendJson(response, 200, { process: "up", instanceId: options.instanceId });
  const behind = options.behind();
  if (path === "/api/ready") return answerReady(response, behind);
  if (!behind) {
    response.setHeader("retry-after", "1");
    return sendProblem(response, 503, STARTING);
  }
  const { access } = behind.services;
  const caller = await findCaller(request, { access, cliToken: options.cliToken, port: options.port });
  if (path.startsWith("/api/")) return answerApi(behind, { request, response, caller });
  if (request.method === "GET" && path === "/" && tokenOf(request) !== null) {
    return redeemToken(options, behind, { request, response, caller });
  }
  if (!caller) return refusePage({ request, response }, "no_session");
  return answerPage(options, behind, { request, response });
}

/** Host first: a name that is not ours means that a stranger's page reached us by DNS. */
function refusalOf(policy: HostPolicy, request: IncomingMessage): Problem | null {
  const { host, origin } = request.headers;
  if (!isAllowedHost(policy, host)) {
    return {
      code: "forbidden",
      message: `Capstan does not answer for the host ${JSON.stringify(host ?? "")}: open it as localhost, or start it with HOST set to that name.`,
    };
  }
  if (!isAllowedOrigin(policy, origin)) {
    return { code: "forbidden", message: `Capstan does not answer a page of ${JSON.stringify(origin)}.` };
  }
  return null;
}

async function answerReady(response: ServerResponse, behind: Behind | null): Promise<void> {
  const readiness = behind ? await behind.services.readiness() : { database: false, registry: false };
  sendJson(response, readiness.database && readiness.registry ? 200 : 503, readiness);
}

type Exchange = { request: IncomingMessage; response: ServerResponse };
type CallerExchange = Exchange & { caller: Caller | null };

function answerApi(behind: Behind, { request, response, caller }: CallerExchange): void {
  if (!caller) {
    // The transport's own error form, so that its client shows our sentence instead of "unexpected answer".
    const data = { code: "UNAUTHORIZED", httpStatus: 401, problem: NO_SESSION };
    sendJson(response, 401, { error: { message: NO_SESSION.message, code: -32001, data } });
  } else if (pathOf(request).startsWith(API_PATH)) behind.api.answer(request, response, caller);
  else sendProblem(response, 404, { code: "not_found", message: `There is no ${pathOf(request)}.` });
}

async function redeemToken(
  options: GateOptions,
  { services }: Behind,
  { request, response, caller }: CallerExchange,
): Promise<void> {
  const opened = await services.access.redeemLaunchToken(tokenOf(request) ?? "", request.headers["user-agent"] ?? "");
  if (!opened && !caller) return refusePage({ request, response }, "token_refused");
  if (opened) response.setHeader("set-cookie", toSessionCookie(options.port, opened.sessionToken));
  // The token leaves the address bar and the history; an old address still leads to the page for who has a session.
  response.writeHead(303, { location: "/", "cache-control": "no-store" });
  response.end();
}

function refusePage({ request, response }: Exchange, reason: "no_session" | "token_refused"): void {
  const isPage = (request.headers.accept ?? "").includes("text/html");
  if (isPage) sendScreen(response, 401, (nonce) => toSignInScreen({ nonce, reason }));
  else sendProblem(response, 401, NO_SESSION);
}

async function answerPage(options: GateOptions, { pages }: Behind, { request, response }: Exchange): Promise<void> {
  if (!pages) {
    const message = "This server was started without pages (--no-pages).";
    return sendProblem(response, 404, { code: "not_found", message });
  }
  // In development the error overlay posts.
  if (!options.isDevelopment && request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return sendProblem(response, 405, { code: "bad_input", message: "Pages are read by GET only." });
  }
  if (!pathOf(request).startsWith("/_next/static/")) {
    const nonce = createNonce();
    const socketHost = request.headers.host ?? "";
    const policy = toPagePolicy({ nonce, socketHost, isDevelopment: options.isDevelopment });
    // Next reads the nonce from the request's header and writes it into its script tags.
    request.headers["content-security-policy"] = policy;
    request.headers["x-nonce"] = nonce;
    response.setHeader("content-security-policy", policy);
  }
  await pages.answer(request, response);
}

async function upgrade(
  options: GateOptions,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
): Promise<void> {
  const refusal = refusalOf(options.policy, request);
  if (refusal) return refuseSocket(socket, "403 Forbidden", refusal);
  const behind = options.behind();
  if (!behind) return refuseSocket(socket, "503 Service Unavailable", STARTING);
  const { access } = behind.services;
  const caller = await findCaller(request, { access, cliToken: options.cliToken, port: options.port });
  if (!caller) return refuseSocket(socket, "401 Unauthorized", NO_SESSION);
  if (pathOf(request) === SOCKET_PATH) return behind.api.upgrade({ request, socket, head }, caller);
  if (options.isDevelopment && behind.pages) return behind.pages.upgrade(request, socket, head);
  const message = `There is no socket at ${pathOf(request)}.`;
  refuseSocket(socket, "404 Not Found", { code: "not_found", message });
}

function refuseSocket(socket: Duplex, status: string, problem: Problem): void {
  const body = `${JSON.stringify({ error: problem })}\n`;
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Path without the query; what cannot be read as one is a path that nothing serves. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

/** Next answers a path that cannot be decoded with a bare 500, as if the server were at fault. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function tokenOf(request: IncomingMessage): string | null {
  const query = (request.url ?? "").split("?").slice(1).join("?");
  return new URLSearchParams(query).get("token");
}
