import type { ServerResponse } from "node:http";
import type { Problem } from "#server/errors";
import { createNonce, toScreenPolicy } from "./security-headers";

/** Answers one refusal: a sentence for a person at a terminal, the same in JSON for a program. */
export function sendProblem(response: ServerResponse, status: number, problem: Problem): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(`${JSON.stringify({ error: problem })}\n`);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(`${JSON.stringify(body)}\n`);
}

/** Answers one of our own self-contained screens. */
export function sendScreen(response: ServerResponse, status: number, toHtml: (nonce: string) => string): void {
  const nonce = createNonce();
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": toScreenPolicy(nonce),
  });
  response.end(toHtml(nonce));
}
