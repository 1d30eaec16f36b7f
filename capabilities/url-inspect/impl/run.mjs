import { runJob } from "./frames.mjs";
import { findHostNotices, toUnicodeHost } from "./hosts.mjs";
import { isSecret, MASK, maskUrl } from "./secrets.mjs";

const PARAMETERS_MAX = 200;
const USUAL_PORTS = { "http:": 80, "https:": 443, "ws:": 80, "wss:": 443, "ftp:": 21 };
const SCRIPT_SCHEMES = new Set(["javascript:", "data:", "vbscript:", "blob:"]);
/** A scheme, but not "example.com:8080". */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;
/** Characters nobody sees: controls, joiners, direction marks (Unicode classes Cc and Cf). */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

function parseAddress(text) {
  const trimmed = text.trim();
  const isAssumed = !SCHEME.test(trimmed);
  try {
    return { url: new URL(isAssumed ? `https://${trimmed.replace(/^\/+/, "")}` : trimmed), isAssumed };
  } catch {
    const message = `"${trimmed.slice(0, 200)}" is not a web address.`;
    return { problem: { code: "not_a_url", message, next: "Give it like https://example.com/path?a=1." } };
  }
}

function findSchemeNotices(url) {
  if (SCRIPT_SCHEMES.has(url.protocol)) {
    return [
      {
        code: "active_scheme",
        message: `A ${url.protocol} address is content or code that runs in the page that opens it.`,
      },
    ];
  }
  if (url.protocol === "http:")
    return [{ code: "not_encrypted", message: "http is not encrypted: others on the way can read and change it." }];
  if (url.protocol === "file:")
    return [{ code: "local_file", message: "It names a file of the machine that opens it." }];
  return [];
}

function listNotices(url, { written, isAssumed }) {
  const notices = [...findSchemeNotices(url), ...findHostNotices(url, written)];
  if (isAssumed) notices.push({ code: "assumed_scheme", message: "No scheme was given; https was assumed." });
  if (url.username !== "" || url.password !== "") {
    const message = `What stands before @ is a user name, not the host; the host is ${url.host}. It is masked here.`;
    notices.push({ code: "credentials", message });
  }
  if (INVISIBLE.test(written.trim()))
    notices.push({ code: "invisible_characters", message: "The address holds characters that cannot be seen." });
  const port = Number(url.port);
  if (url.port !== "" && USUAL_PORTS[url.protocol] !== undefined)
    notices.push({ code: "unusual_port", message: `Port ${port} is not the usual one.` });
  return notices;
}

function listParameters(url) {
  return [...url.searchParams].slice(0, PARAMETERS_MAX).map(([name, value]) => {
    const masked = isSecret(name, value);
    return { name, value: masked ? MASK : value, masked };
  });
}

async function ask(url, host) {
  if (!["http:", "https:"].includes(url.protocol))
    return { ok: false, error: `${url.protocol} cannot be asked; only http and https can.` };
  const target = new URL(url.href);
  // Whatever stands before @ and after # is not for the server of this request.
  target.username = "";
  target.password = "";
  target.hash = "";
  const answer = await host.callService("http_client", "request", { url: target.href, method: "HEAD" });
  if (!answer.ok) return { ok: false, error: answer.error };
  const { status, headers, redirects, url: last } = answer.data;
  return {
    ok: true,
    status,
    url: maskUrl(new URL(last)),
    redirects: redirects.map((redirect) => maskUrl(new URL(redirect))),
    content_type: headers["content-type"] ?? null,
    server: headers.server ?? null,
  };
}

await runJob(async ({ url: written, fetch: isAsked = false }, host) => {
  const { url, isAssumed, problem } = parseAddress(written);
  if (problem !== undefined) return { problem };
  const notices = listNotices(url, { written, isAssumed });
  const parameters = [...url.searchParams].length;
  const warnings = notices.map(({ code }) => code.replaceAll("_", " "));
  return {
    summary: `Leads to ${toUnicodeHost(url) || url.protocol} with ${parameters} parameters${warnings.length === 0 ? "" : `; notices: ${warnings.join(", ")}`}.`,
    href: maskUrl(url),
    scheme: url.protocol.slice(0, -1),
    host: url.hostname,
    host_unicode: toUnicodeHost(url),
    port: url.port === "" ? (USUAL_PORTS[url.protocol] ?? null) : Number(url.port),
    path: url.pathname,
    fragment: url.hash === "" ? null : url.hash.slice(1),
    query: listParameters(url),
    query_left_out: Math.max(0, parameters - PARAMETERS_MAX),
    notices,
    ...(isAsked ? { answer: await ask(url, host) } : {}),
  };
});
