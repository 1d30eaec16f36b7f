import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Names by which this server may be addressed; every other Host or Origin is refused (design.md 6, DNS rebinding). */
export type HostPolicy = { hosts: ReadonlySet<string> };

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The allow-list for a bound host and port: loopback names, the configured host, and, where that host is a wildcard, this
 * machine's own addresses (an address cannot be rebound by DNS, a name can).
 */
export function createHostPolicy(
  host: string,
  port: number,
  addresses: readonly string[] = ownAddresses(),
): HostPolicy {
  const isWildcard = host === "0.0.0.0" || host === "::";
  const names = [...LOOPBACK, ...(isWildcard ? addresses : [host])].map(toHostName);
  const hosts = names.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]);
  return { hosts: new Set(hosts) };
}

/** True when the Host header names this server. */
export function isAllowedHost(policy: HostPolicy, host: string | undefined): boolean {
  return host !== undefined && policy.hosts.has(host.toLowerCase());
}

/** True without an Origin (no browser script asked) and for an origin that is this server; "null" and https are not. */
export function isAllowedOrigin(policy: HostPolicy, origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const prefix = "http://";
  return origin.startsWith(prefix) && isAllowedHost(policy, origin.slice(prefix.length));
}

function toHostName(host: string): string {
  const lower = host.toLowerCase();
  return isIP(lower) === 6 ? `[${lower}]` : lower;
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}
