import { createServer, get, type IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressAnswer } from "./compress-answer";

type Answer = { headers: IncomingHttpHeaders; body: Buffer };

/** One answer of a server that writes `parts`, as the client got it off the wire. */
async function ask(parts: readonly string[], headers: Record<string, string>, type: string): Promise<Answer> {
  const server = createServer((request, response) => {
    compressAnswer(request, response);
    response.setHeader("content-type", type);
    for (const part of parts) response.write(part);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  try {
    return await new Promise((resolve, reject) => {
      get({ host: "127.0.0.1", port, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      }).on("error", reject);
    });
  } finally {
    server.close();
  }
}

const LONG = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ name: `工单-${at}` })));
const JSON_TYPE = "application/json";

test("a long answer in JSON is compressed, and is the same when it arrives", async () => {
  const { headers, body } = await ask([LONG], { "accept-encoding": "gzip, br" }, JSON_TYPE);
  expect(headers["content-encoding"]).toBe("gzip");
  expect(body.length).toBeLessThan(LONG.length / 4);
  expect(gunzipSync(body).toString()).toBe(LONG);
});

test("parts arrive in order", async () => {
  const parts = ["a".repeat(5_000), "b", "c".repeat(100_000), "d"];
  const { body } = await ask(parts, { "accept-encoding": "gzip" }, JSON_TYPE);
  expect(gunzipSync(body).toString()).toBe(parts.join(""));
});

test.each([
  { what: "a short answer", parts: ["{}"], headers: { "accept-encoding": "gzip" }, type: JSON_TYPE },
  { what: "an answer to a client that takes no gzip", parts: [LONG], headers: {}, type: JSON_TYPE },
  { what: "no JSON", parts: [LONG], headers: { "accept-encoding": "gzip" }, type: "text/event-stream" },
])("$what goes out as it is", async ({ parts, headers, type }) => {
  const answer = await ask(parts, { ...headers }, type);
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.body.toString()).toBe(parts.join(""));
});

test("a client that leaves in the middle harms nobody", async () => {
  const server = createServer((request, response) => {
    compressAnswer(request, response);
    response.setHeader("content-type", JSON_TYPE);
    for (let at = 0; at < 50; at += 1) response.write(LONG);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await new Promise<void>((resolve) => {
    get({ host: "127.0.0.1", port, headers: { "accept-encoding": "gzip" } }, (response) => {
      response.once("data", () => {
        response.destroy();
        resolve();
      });
    });
  });
  const { body } = await ask([LONG], { "accept-encoding": "gzip" }, JSON_TYPE);
  expect(gunzipSync(body).toString()).toBe(LONG);
  server.closeAllConnections();
  server.close();
});
