import { isIP } from "node:net";
import { z } from "zod";
import { type HostService, refuse, type ServiceAnswer, toCallable } from "./host-service";
import { requestOnce } from "./http-request";

const TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 5;
/** Headers that shape the connection itself; the host sets them. */
const RESERVED_HEADER = /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|proxy-.*)$/i;

const requestSchema = z.strictObject({
  url: z.string().min(1).max(8192),
  method: z.enum(["GET", "HEAD"]).default("GET"),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
      z
        .string()
        .max(4096)
        .regex(/^[\t\x20-\x7e]*$/),
    )
    .default({}),
});
type HttpRequest = z.infer<typeof requestSchema>;

/** An entry is `host` (ports 80 and 443) or `host:port`. Answers whether the URL's host is in the list. */
function isListedHost(url: URL, hosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const isUsualPort = port === "80" || port === "443";
  return hosts.some((entry) => {
    const listed = entry.trim().toLowerCase();
    return listed === `${url.hostname}:${port}` || (isUsualPort && listed === url.hostname);
  });
}

/** Addresses a person listed by their number; `localhost` stands for the loopback addresses. */
function listedAddresses(hosts: readonly string[]): Set<string> {
  const addresses = new Set<string>();
  for (const entry of hosts) {
    const host = entry
      .trim()
      .toLowerCase()
      .replace(/:\d+$/, "")
      .replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0) addresses.add(host);
    if (host === "localhost") addresses.add("127.0.0.1").add("::1");
  }
  return addresses;
}

function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Why a URL may not be asked; undefined when it may. */
function refusalOfUrl(url: URL, hosts: readonly string[]): ServiceAnswer | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return refuse("bad_input", `only http and https are possible, not ${url.protocol.replace(":", "")}.`);
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("bad_input", "a URL with a user name or password is refused; send a header.");
  }
  if (isListedHost(url, hosts)) return undefined;
  return refuse("host_not_allowed", `${url.host} is not in the list of hosts; a person can add it in Settings.`);
}

function toText(body: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

async function followRedirects(
  start: URL,
  input: HttpRequest,
  options: { hosts: readonly string[]; signal: AbortSignal },
): Promise<ServiceAnswer> {
  const addresses = listedAddresses(options.hosts);
  const redirects: string[] = [];
  let url = start;
  let headers = input.headers;
  while (redirects.length <= REDIRECTS_MAX) {
    const refusal = refusalOfUrl(url, options.hosts);
    if (refusal !== undefined) return refusal;
    const answer = await requestOnce(url, {
      method: input.method,
      headers,
      isAddressListed: (address) => addresses.has(address),
      signal: options.signal,
    });
    if (answer.kind === "refused") return refuse(answer.code, answer.message);
    const next = redirectOf(answer.status, answer.headers, url);
    if (next === null) {
      const body = toText(answer.body);
      if (body === null) return refuse("not_text", `${url.host} answered bytes that are not UTF-8 text.`);
      return { ok: true, data: { status: answer.status, url: url.href, headers: answer.headers, body, redirects } };
    }
    // What was meant for one origin is not handed to the next.
    if (next.origin !== url.origin) headers = {};
    redirects.push(next.href);
    url = next;
  }
  return refuse("too_many_redirects", `${start.host} redirected more than ${REDIRECTS_MAX} times.`);
}

function redirectOf(status: number, headers: Record<string, string>, url: URL): URL | null {
  const location = headers.location;
  return status >= 300 && status < 400 && location !== undefined ? parseUrl(location, url) : null;
}

async function runRequest(input: HttpRequest, hosts: readonly string[], signal: AbortSignal): Promise<ServiceAnswer> {
  const reserved = Object.keys(input.headers).find((name) => RESERVED_HEADER.test(name));
  if (reserved !== undefined) return refuse("bad_input", `the header ${reserved} is set by the host.`);
  const url = parseUrl(input.url);
  if (url === null) {
    return refuse("bad_input", "the URL cannot be parsed; give it in full, such as https://example.com/path.");
  }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return await followRedirects(url, input, { hosts, signal: deadline });
}

/**
 * `http_client.request {url, method?, headers?}` answers `{status, url, headers, body, redirects}` for hosts a person
 * listed in Settings: GET and HEAD, http(s), UTF-8 text up to 1 MiB, 10 s in all, each redirect checked like the first
 * address, no private address unless it is listed itself. The list is read at each call.
 */
export function createHttpClient(httpHosts: () => readonly string[]): HostService {
  return {
    request: toCallable({
      description: "One GET or HEAD to a host that a person listed in Settings.",
      input: requestSchema,
      run: (input, signal) => runRequest(input, httpHosts(), signal),
    }),
  };
}
