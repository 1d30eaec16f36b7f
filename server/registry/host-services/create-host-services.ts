import type { LogEntry } from "#server/call-context";
import type { JsonValue } from "#server/capability/json";
import { AppError } from "#server/errors";
import type { RpcAnswer } from "#server/sandbox/outcome";
import { createClock } from "./clock";
import { createConfig } from "./config";
import type { HostService } from "./host-service";
import { createHttpClient } from "./http-client";
import { createLogger } from "./logger";
import { createTicketApi } from "./ticket-api";

/** The host services that a contract may name in `requires` (design.md 4). */
export type HostServices = {
  /** Names of all services, sorted. */
  readonly names: readonly string[];
  /** The service itself, for a host tool that is being loaded. Throws `not_found` for an unknown one. */
  get(service: string): HostService;
  /** Method names of a service; empty for an unknown one. */
  methodsOf(service: string): string[];
  /**
   * Answers one call. An error is text of the form "code: sentence", so that code can tell refusals apart.
   * Contract: never throws.
   */
  call(call: { service: string; method: string; input: JsonValue }, signal: AbortSignal): Promise<RpcAnswer>;
};

/** Builds the services. Each source is a function, read at each call, so that a change in Settings counts at once. */
export function createHostServices(sources: {
  now: () => number;
  config: () => Readonly<Record<string, JsonValue>>;
  httpHosts: () => readonly string[];
  ticketFile: () => string;
  /** Where a line goes that belongs to no execution. */
  log: (entry: LogEntry) => void;
}): HostServices {
  const services = new Map<string, HostService>([
    ["clock", createClock(sources.now)],
    ["config", createConfig(sources.config)],
    ["http_client", createHttpClient(sources.httpHosts)],
    ["logger", createLogger(sources.log)],
    ["ticket_api", createTicketApi(sources.ticketFile)],
  ]);
  return {
    names: [...services.keys()].sort(),
    get(service) {
      const found = services.get(service);
      if (found !== undefined) return found;
      const next = `Choose among ${[...services.keys()].join(", ")}.`;
      throw new AppError("not_found", `There is no host service ${service}.`, { next });
    },
    methodsOf: (service) => Object.keys(services.get(service) ?? {}),
    async call({ service, method, input }, signal) {
      const methods = services.get(service);
      if (methods === undefined) return { ok: false, error: `unknown_service: there is no host service ${service}.` };
      const callable = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (callable === undefined) {
        return {
          ok: false,
          error: `unknown_method: ${service} has ${Object.keys(methods).join(", ")}, not ${method}.`,
        };
      }
      try {
        const answer = await callable.call(input, signal);
        return answer.ok ? answer : { ok: false, error: `${answer.code}: ${answer.message}` };
      } catch (error) {
        return { ok: false, error: `internal: ${error instanceof Error ? error.message : String(error)}` };
      }
    },
  };
}
