import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startModelServer } from "../../e2e/model-server";
import { buildServer, call, createFolder, openSession, startServer, type TestServer, trust } from "./testing";

beforeAll(buildServer);

const CAPABILITY = "cron-explain";
const CHOICE = JSON.stringify({
  "@action": "require_tool",
  identifier: "use_cron",
  human_readable_thought: "It explains schedules.",
  tool_require_payload: CAPABILITY,
});
const ARGUMENTS = JSON.stringify({ expression: "0 9 * * 1-5" });
const ANSWER = JSON.stringify({
  "@action": "directly_answer",
  identifier: "answer",
  human_readable_thought: "That is the answer.",
  answer_payload: "At nine on working days.",
});

const eventSchema = z.looseObject({ seq: z.number(), type: z.string(), payload: z.unknown() });
const pageSchema = z.object({
  events: z.array(eventSchema),
  summary: z.object({ status: z.string() }),
  position: z.string(),
});

type Reader = { server: TestServer; cookie: string; id: string };

async function readEvents({ server, cookie, id }: Reader, after: string | null, waitMs = 0) {
  const answer = await call(server, "run.readEvents", { headers: { cookie }, input: { id, after, waitMs } });
  return pageSchema.parse(answer.data);
}

/** Reads on, waiting for new events, until the log holds what is asked for. */
async function readUntil(reader: Reader, isReached: (page: z.infer<typeof pageSchema>) => boolean) {
  const events: z.infer<typeof eventSchema>[] = [];
  for (let after: string | null = null; ; ) {
    const page: z.infer<typeof pageSchema> = await readEvents(reader, after, 5_000);
    events.push(...page.events);
    after = page.position;
    if (isReached({ ...page, events })) return { ...page, events };
  }
}

const countOf = (events: { type: string }[], type: string): number =>
  events.filter((event) => event.type === type).length;

test("a run whose server was killed is interrupted with all its events, and resume calls nothing a second time", async () => {
  using folder = createFolder();
  await trust(folder.path, CAPABILITY);
  let isDown = true;
  await using model = await startModelServer((_, index) => {
    if (index === 0) return CHOICE;
    if (index === 1) return ARGUMENTS;
    return isDown ? { kind: "hang" } : ANSWER;
  });
  const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-crash", CAPSTAN_LEASE_MS: "600" };

  let cookie: string;
  let id: string;
  let before: z.infer<typeof eventSchema>[];
  {
    await using server = await startServer(folder.path, env);
    cookie = await openSession(server);
    const started = await call(server, "run.start", {
      headers: { cookie },
      input: { message: `Explain the schedule 0 9 * * 1-5` },
      isMutation: true,
    });
    id = z.object({ id: z.string() }).parse(started.data).id;
    // The third question is the second turn's; it is never answered.
    await model.waitForQuestions(3);
    const reader = { server, cookie, id };
    before = (await readUntil(reader, ({ events }) => countOf(events, "model_request") === 3)).events;
    expect(countOf(before, "tool_call_result")).toBe(1);
    await server.program.stop("SIGKILL");
  }

  isDown = false;
  // Cookies carry the port; the session is the same row, so its token is sent under the new port's name.
  await using server = await startServer(folder.path, env);
  const reader = { server, cookie: cookie.replace(/_\d+=/, `_${server.port}=`), id };
  const interrupted = await readUntil(reader, ({ summary }) => summary.status === "interrupted");
  expect(interrupted.events.slice(0, before.length)).toEqual(before);

  const resumed = await call(server, "run.resume", {
    headers: { cookie: reader.cookie },
    input: { id },
    isMutation: true,
  });
  expect(resumed.status).toBe(200);
  const { events, summary } = await readUntil(
    reader,
    (page) => page.summary.status === "completed" && countOf(page.events, "result") === 1,
  );
  expect(summary.status).toBe("completed");
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(countOf(events, "tool_call_start")).toBe(1);
  expect(countOf(events, "tool_call_result")).toBe(1);
  expect(events.at(-1)).toMatchObject({ type: "result", payload: { success: true, finished: true } });
  // Choice, arguments, the unanswered question, and its answer after the restart.
  expect(model.questions).toHaveLength(4);
  const list = await call(server, "run.list", { headers: { cookie: reader.cookie }, input: { kind: "execution" } });
  expect(list.data).toMatchObject({ total: 1 });
});
