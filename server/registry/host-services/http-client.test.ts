import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { JsonValue } from "#server/capability/json";
import { createHostServices } from "./create-host-services";
import { HTTP_BODY_BYTES_MAX } from "./http-request";
import { isPrivateAddress } from "./private-address";

let server: Server;
let host = "";
let hosts: string[] = [];
let seen: IncomingMessage[] = [];

const services = createHostServices({
  now: Date.now,
  config: () => ({}),
  httpHosts: () => hosts,
  ticketFile: () => "",
  log: () => undefined,
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  seen.push(request);
  const path = request.url ?? "/";
  if (path === "/big") response.end("x".repeat(HTTP_BODY_BYTES_MAX + 1));
  else if (path === "/full") response.end("x".repeat(HTTP_BODY_BYTES_MAX));
  else if (path === "/bytes") response.end(Buffer.from([0xff, 0xfe, 0x00]));
  else if (path === "/secret") response.setHeader("set-cookie", ["sid=abc", "b=c"]).end("ok");
  else if (path === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (path === "/next") response.writeHead(302, { location: encodeURI("/中文?a=1") }).end();
  else if (path === "/away") response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end();
  else if (path === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
  else if (path === "/other")
    response.writeHead(302, { location: `http://localhost:${host.split(":")[1]}/here` }).end();
  else if (path !== "/hang") response.end(`你好 ${path}`);
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  host = `127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  hosts = [host];
  seen = [];
});

const request = (input: JsonValue, signal: AbortSignal = AbortSignal.timeout(5_000)) =>
  services.call({ service: "http_client", method: "request", input }, signal);

test("answers text of a listed host", async () => {
  expect(await request({ url: `http://${host}/a`, headers: { "X-Trace": "1" } })).toMatchObject({
    ok: true,
    data: { status: 200, body: "你好 /a", url: `http://${host}/a`, redirects: [] },
  });
  expect(seen[0]?.headers["x-trace"]).toBe("1");
});

test("HEAD has no body", async () => {
  expect(await request({ url: `http://${host}/a`, method: "HEAD" })).toMatchObject({ data: { status: 200, body: "" } });
});

test("masks headers that hold secrets", async () => {
  expect(await request({ url: `http://${host}/secret` })).toMatchObject({
    data: { headers: { "set-cookie": "[masked]" } },
  });
});

test("follows a redirect within the list and says so", async () => {
  const answered = await request({ url: `http://${host}/next` });
  expect(answered).toMatchObject({ data: { redirects: [`http://${host}/%E4%B8%AD%E6%96%87?a=1`] } });
});

test("hands no header to another origin", async () => {
  hosts = [host, `localhost:${host.split(":")[1]}`];
  await request({ url: `http://${host}/other`, headers: { authorization: "Bearer x" } });
  expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/other", "Bearer x"],
    ["/here", undefined],
  ]);
});

test.each([
  ["a host nobody listed", () => "http://example.com/", /^host_not_allowed: example.com /],
  ["another port of a listed host", () => "http://127.0.0.1:1/", /^host_not_allowed: /],
  ["a file", () => "file:///etc/passwd", /^bad_input: only http and https/],
  ["a password in the address", () => `http://a:b@${host}/`, /^bad_input: a URL with a user name/],
  ["text that is no address", () => "not a url", /^bad_input: the URL cannot be parsed/],
  ["a redirect to a private address", () => `http://${host}/away`, /^host_not_allowed: 169.254.169.254 /],
  ["a redirect to a file", () => `http://${host}/file`, /^bad_input: only http and https/],
  ["redirects without end", () => `http://${host}/loop`, /^too_many_redirects: /],
  ["more than 1 MiB", () => `http://${host}/big`, /^too_large: /],
  ["bytes that are no text", () => `http://${host}/bytes`, /^not_text: /],
])("refuses %s", async (_name, url, error) => {
  expect(await request({ url: url() })).toEqual({ ok: false, error: expect.stringMatching(error) });
});

test("takes exactly 1 MiB", async () => {
  expect(await request({ url: `http://${host}/full` })).toMatchObject({ ok: true });
});

test.each(["Host", "Content-Length", "Transfer-Encoding", "Connection"])("refuses the header %s", async (name) => {
  expect(await request({ url: `http://${host}/`, headers: { [name]: "1" } })).toMatchObject({ ok: false });
  expect(seen).toEqual([]);
});

test("refuses a header that would smuggle another", async () => {
  expect(await request({ url: `http://${host}/`, headers: { a: "1\r\nHost: evil" } })).toMatchObject({ ok: false });
  expect(seen).toEqual([]);
});

test("refuses a listed name that leads to a private address which is not listed", async () => {
  // Any name under .localhost resolves to loopback or not at all; neither may be answered.
  hosts = [`rebound.localhost:${host.split(":")[1]}`];
  const answered = await request({ url: `http://rebound.localhost:${host.split(":")[1]}/` });
  expect(answered).toMatchObject({ ok: false });
  expect(seen).toEqual([]);
});

test("says that nobody listens", async () => {
  hosts = ["127.0.0.1:1"];
  expect(await request({ url: "http://127.0.0.1:1/" })).toEqual({
    ok: false,
    error: expect.stringMatching(/^unreachable: 127.0.0.1:1 /),
  });
});

test("ends when the call is cancelled", async () => {
  const controller = new AbortController();
  const pending = request({ url: `http://${host}/hang` }, controller.signal);
  await expect.poll(() => seen.length).toBe(1);
  controller.abort();
  expect(await pending).toEqual({ ok: false, error: "cancelled: the call was cancelled." });
});

test.each([
  ["127.0.0.1", true],
  ["10.1.2.3", true],
  ["172.31.0.1", true],
  ["172.32.0.1", false],
  ["192.168.1.1", true],
  ["100.64.0.1", true],
  ["169.254.169.254", true],
  ["0.0.0.0", true],
  ["8.8.8.8", false],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["::ffff:8.8.8.8", false],
  ["fd00::1", true],
  ["fe80::1", true],
  ["2606:4700::1111", false],
  ["example.com", false],
])("%s is private: %s", (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});
