import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export type Pages = {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Development's hot reload; in production there is no such socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts Next inside this process. It is loaded only here, so a server without pages never pays for it. */
export async function startPages(options: {
  folder: string;
  hostname: string;
  port: number;
  isDevelopment: boolean;
}): Promise<Pages> {
  const { default: next } = await import("next");
  const app = next({
    dev: options.isDevelopment,
    dir: options.folder,
    hostname: options.hostname,
    port: options.port,
  });
  await app.prepare();
  const answer = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  return {
    answer: (request, response) => answer(request, response),
    upgrade: (request, socket, head) => upgrade(request, socket, head),
    [Symbol.asyncDispose]: () => app.close(),
  };
}
