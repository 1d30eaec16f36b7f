import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTRPCClient, createWSClient, httpLink, splitLink, TRPCClientError, wsLink } from "@trpc/client";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { buildServer, createFolder, openSession, startServer, type TestServer } from "#server/main/testing";
import type { AppRouter } from "./router";

beforeAll(buildServer);

const CONTRACT = `name: shout
version: 0.1.0
description: Turns a text into capital letters.
when: The user wants a text in capital letters.
contract:
  input:
    type: object
    properties: { text: { type: string, description: "Any text." } }
    required: [text]
  output: { type: object }
`;
const PROGRAM = `import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { input } = JSON.parse((await lines.next()).value);
process.stdout.write(JSON.stringify({ __frame__: "result", output: { text: input.text.toUpperCase() } }) + "\\n");
process.exit(0);
`;

function writeCapability(rootFolder: string): string {
  const folder = join(rootFolder, "shout");
  mkdirSync(join(folder, "impl"), { recursive: true });
  writeFileSync(join(folder, "CAPABILITY.yaml"), CONTRACT);
  writeFileSync(join(folder, "impl", "run.mjs"), PROGRAM);
  writeFileSync(join(folder, "cases.jsonl"), '{"input":{"text":"a"},"expect":{"text":"A"}}\n');
  return folder;
}

/** A browser's client: HTTP for calls, one WebSocket for subscriptions, both with the session's cookie. */
async function openClient(server: TestServer) {
  const cookie = await openSession(server);
  const address = `127.0.0.1:${server.port}`;
  class SessionSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers: { cookie, origin: `http://${address}` } });
    }
  }
  const socket = createWSClient({
    url: `ws://${address}/api/ws`,
    // The ws package's class is a browser's WebSocket to all that the client uses of it.
    WebSocket: SessionSocket as unknown as typeof globalThis.WebSocket,
  });
  const client = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: wsLink({ client: socket }),
        false: httpLink({ url: `http://${address}/api/trpc`, headers: { cookie } }),
      }),
    ],
  });
  return { client, [Symbol.asyncDispose]: async () => socket.close() };
}

type Client = Awaited<ReturnType<typeof openClient>>["client"];

/** Resolves when the catalog shows what is asked for, following its revisions live. */
function waitForEntry(
  client: Client,
  isReached: (entry: { name: string; state: string; digest: string | null }) => boolean,
) {
  return new Promise<void>((resolve, reject) => {
    const look = async (): Promise<void> => {
      const { entries } = await client.catalog.get.query();
      if (!entries.some(isReached)) return;
      subscription.unsubscribe();
      resolve();
    };
    const subscription = client.catalog.watch.subscribe(undefined, {
      onData: () => void look().catch(reject),
      onError: reject,
    });
  });
}

/** Follows a log by its tracked ids to its end; with `stopAfter` it leaves early and answers the last id. */
function follow(client: Client, id: string, options: { lastEventId?: string; stopAfter?: number } = {}) {
  return new Promise<{ seqs: number[]; types: string[]; lastId: string }>((resolve, reject) => {
    const seqs: number[] = [];
    const types: string[] = [];
    let lastId = "";
    const subscription = client.run.events.subscribe(
      { id, ...(options.lastEventId === undefined ? {} : { lastEventId: options.lastEventId }) },
      {
        onData: (message) => {
          lastId = message.id;
          seqs.push(...message.data.events.map(({ seq }) => seq));
          types.push(...message.data.events.map(({ type }) => type));
          if (options.stopAfter !== undefined && seqs.length >= options.stopAfter) {
            subscription.unsubscribe();
            resolve({ seqs, types, lastId });
          }
        },
        onComplete: () => resolve({ seqs, types, lastId }),
        onError: reject,
      },
    );
  });
}

async function problemOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return null;
  } catch (error) {
    return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.problem : error;
  }
}

describe("over the API a capability is", () => {
  test("admitted, edited, dry-run, submitted, approved, and a draft again when its file changes", async () => {
    using folder = createFolder();
    const rootFolder = join(folder.path, "team");
    const capabilityFolder = writeCapability(rootFolder);
    await using server = await startServer(join(folder.path, "state"), { CAPSTAN_ROOTS: rootFolder });
    await using opened = await openClient(server);
    const { client } = opened;

    // Pending: listed with its root, in no search, run by nobody.
    const preview = await client.settings.previewRoot.query({ path: rootFolder });
    expect(preview.root.admission).toBe("pending");
    expect(preview.entries).toEqual([expect.objectContaining({ name: "shout", state: "pending" })]);
    const start = { name: "shout", subject: { kind: "current" as const }, input: { text: "hi" } };
    expect(await problemOf(client.execution.start.mutate(start))).toMatchObject({ code: "root_pending" });
    await client.settings.admitRoot.mutate({ path: rootFolder });
    const { hits } = await client.catalog.search.query({ query: "capital letters" });
    expect(hits[0]).toMatchObject({ hit: { name: "shout" }, entry: { state: "draft" } });

    // The catalog sends what a row shows; the dimensions are asked for by who selects it.
    const sent = (await client.catalog.get.query()).nodes.find(({ name }) => name === "shout");
    expect(sent?.metadata.routing).toBeUndefined();
    const node = await client.catalog.node.query({ id: sent?.id ?? "" });
    expect(node.metadata.routing?.min_tier).toBe("question");
    expect(await problemOf(client.catalog.node.query({ id: "nowhere" }))).toMatchObject({ code: "not_found" });

    // Edited: findings have their place, a stale save is refused with the stored draft.
    const misspelt = [{ path: "CAPABILITY.yaml", text: CONTRACT.replace("when:", "wen:") }];
    const { issues } = await client.draft.save.mutate({ name: "shout", revision: 0, changes: misspelt });
    expect(issues[0]).toMatchObject({ line: 4, fix: expect.stringContaining("when") });
    const text = CONTRACT.replace("Turns a text", "Turns any text");
    const changes = [{ path: "CAPABILITY.yaml", text }];
    const draft = await client.draft.save.mutate({ name: "shout", revision: 1, changes });
    expect(await problemOf(client.draft.save.mutate({ name: "shout", revision: 1, changes }))).toMatchObject({
      code: "conflict",
      details: { revision: draft.revision },
    });

    // Dry-run from the buffer, followed live in two pieces without gap or duplicate.
    const { executionId } = await client.execution.start.mutate({ ...start, subject: { kind: "buffer", changes } });
    const first = await follow(client, executionId, { stopAfter: 1 });
    const rest = await follow(client, executionId, { lastEventId: first.lastId });
    const seqs = [...first.seqs, ...rest.seqs];
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect([...first.types, ...rest.types].at(-1)).toBe("result");
    const whole = await follow(client, executionId, { lastEventId: "another-epoch.4" });
    expect(whole.seqs).toEqual(seqs);
    const cases = await client.case.runAll.mutate({ name: "shout", subject: { kind: "draft" } });
    expect(cases.results.map(({ kind }) => kind)).toEqual(["passed"]);

    // Submitted and approved: the bytes are on disk, the digest is trusted, the audit names the person.
    const submission = await client.review.submit.mutate({ name: "shout", note: "Says what it takes." });
    expect((await client.review.get.query({ id: submission.id })).diff).toEqual([
      expect.objectContaining({ path: "CAPABILITY.yaml" }),
    ]);
    await client.review.approve.mutate({ id: submission.id, note: "" });
    await waitForEntry(
      client,
      ({ name, state, digest }) => name === "shout" && state === "trusted" && digest === submission.digest,
    );
    expect(readFileSync(join(capabilityFolder, "CAPABILITY.yaml"), "utf8")).toContain("Turns any text");
    const details = await client.capability.get.query({ name: "shout" });
    expect(details).toMatchObject({
      kind: "capability",
      trust: { digest: submission.digest },
      contract: { description: "Turns any text into capital letters." },
    });

    // A changed byte is a draft again.
    appendFileSync(join(capabilityFolder, "impl", "run.mjs"), "// changed\n");
    await waitForEntry(
      client,
      ({ name, state, digest }) => name === "shout" && state === "draft" && digest !== submission.digest,
    );
  }, 120_000);

  test("refused by a loop while it is a draft, with the reason in the run's events", async () => {
    using folder = createFolder();
    const rootFolder = join(folder.path, "team");
    writeCapability(rootFolder);
    await using server = await startServer(join(folder.path, "state"), { CAPSTAN_ROOTS: rootFolder });
    await using opened = await openClient(server);
    const { client } = opened;
    await client.settings.admitRoot.mutate({ path: rootFolder });
    const { id } = await client.run.start.mutate({ message: "Use shout to turn this into capital letters: hello" });
    await follow(client, id);
    const { events, isEnded } = await client.run.readEvents.query({ id });
    expect(isEnded).toBe(true);
    const discovery = events.find(({ type }) => type === "discovery");
    expect(discovery?.payload).toMatchObject({
      refused: expect.arrayContaining([
        { name: "shout", problem: expect.objectContaining({ code: "draft_refused", next: expect.any(String) }) },
      ]),
    });
    const calls = events.filter(({ type }) => type === "tool_call_start").map(({ payload }) => payload);
    expect(calls).not.toContainEqual(expect.objectContaining({ name: "shout" }));
  }, 120_000);
});
