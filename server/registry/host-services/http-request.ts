import { lookup } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress } from "./private-address";

export const HTTP_BODY_BYTES_MAX = 1_048_576;

export type HttpAnswer =
  | { kind: "answered"; status: number; headers: Record<string, string>; body: Uint8Array }
  | { kind: "refused"; code: string; message: string };

/** Headers whose values are secrets of the server or the person. */
const MASKED_HEADER = /^(set-cookie|authorization|proxy-authorization|cookie|www-authenticate)$|token|secret|api-?key/i;

class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

/**
 * Looks the name up and refuses private addresses at the moment of connecting, so that a name which answers differently
 * a second later (DNS rebinding) gains nothing.
 */
function lookupPublic(isListed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const hidden = addresses.find(({ address }) => isPrivateAddress(address) && !isListed(address));
      if (hidden) return callback(new PrivateAddressError(`${hostname} is ${hidden.address}, a private address`), []);
      const first = addresses[0];
      if (options.all || first === undefined) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function headersOf(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    const text = Array.isArray(value) ? value.join(", ") : (value ?? "");
    headers[name] = MASKED_HEADER.test(name) ? "[masked]" : text;
  }
  return headers;
}

async function readBody(message: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > HTTP_BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The sentence for a connection that failed. */
function refusalOf(error: unknown, host: string, signal: AbortSignal): HttpAnswer {
  if (error instanceof PrivateAddressError) {
    return {
      kind: "refused",
      code: "private_address",
      message: `${error.message}; list that address in Settings to allow it.`,
    };
  }
  if (signal.aborted) {
    const isTimeout = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
    return isTimeout
      ? { kind: "refused", code: "timeout", message: `${host} did not answer in time.` }
      : { kind: "refused", code: "cancelled", message: "the call was cancelled." };
  }
  const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return { kind: "refused", code: "unreachable", message: `${host} could not be reached (${reason}).` };
}

/**
 * One HTTP request, no redirect followed. `isAddressListed` says which private addresses a person allowed.
 * Contract: never throws; the socket is closed before it resolves.
 */
export async function requestOnce(
  url: URL,
  options: {
    method: "GET" | "HEAD";
    headers: Record<string, string>;
    isAddressListed: (address: string) => boolean;
    signal: AbortSignal;
  },
): Promise<HttpAnswer> {
  const address = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && isPrivateAddress(address) && !options.isAddressListed(address)) {
    return { kind: "refused", code: "private_address", message: `${address} is a private address.` };
  }
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = start(url, {
    method: options.method,
    headers: options.headers,
    agent: false,
    signal: options.signal,
    lookup: lookupPublic(options.isAddressListed),
  });
  try {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
      request.end();
    });
    const body = await readBody(message);
    if (body === null) {
      return {
        kind: "refused",
        code: "too_large",
        message: `${url.host} answered more than ${HTTP_BODY_BYTES_MAX} bytes.`,
      };
    }
    return { kind: "answered", status: message.statusCode ?? 0, headers: headersOf(message), body };
  } catch (error) {
    return refusalOf(error, url.host, options.signal);
  } finally {
    request.destroy();
  }
}
