import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

/** Headers of every answer, whatever it is. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
}

export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The policy of a page (design.md 6). Next writes the nonce of the request's header into its script tags. `socketHost` is
 * this server's own Host: browsers differ on whether 'self' covers its WebSocket. Only development needs eval, for the
 * framework's error overlay.
 */
export function toPagePolicy(options: { nonce: string; socketHost: string; isDevelopment: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${options.nonce}' 'strict-dynamic'${options.isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ws://${options.socketHost}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The policy of our own self-contained screens: one style sheet by nonce, nothing else. */
export function toScreenPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
