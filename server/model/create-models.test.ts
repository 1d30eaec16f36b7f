import { expect, test } from "vitest";
import { type ModelScript, startModelServer, toStreamLines } from "../../e2e/model-server";
import { createModels } from "./create-models";
import type { ModelConnection, ModelRequest } from "./model";

const KEY = "sk-secret-0123456789";
const request: ModelRequest = {
  purpose: "action",
  system: "You choose.",
  user: "我的单子 TK-20241215-001 到哪一步了？",
};
const live = () => new AbortController().signal;

function connectionTo(baseUrl: string): ModelConnection {
  return { baseUrl, apiKey: KEY, name: "scripted" };
}

async function askScripted(script: ModelScript) {
  await using server = await startModelServer(script);
  const models = createModels({ connection: connectionTo(server.baseUrl), silenceMsMax: 400 });
  const deltas: string[] = [];
  const answer = await models.ask(request, { signal: live(), onText: (delta) => deltas.push(delta) });
  return { answer, deltas, questions: server.questions };
}

test("an answer streams in pieces, with usage, and the question is one system and one user message at temperature 0", async () => {
  const text = `{"@action":"directly_answer","answer_payload":"${"工单已完成需求确认。".repeat(6)}"}`;
  const { answer, deltas, questions } = await askScripted([
    { kind: "text", text, usage: { prompt_tokens: 12, completion_tokens: 34 } },
  ]);

  expect(answer).toMatchObject({
    kind: "ok",
    text,
    finishReason: "stop",
    usage: { inputTokens: 12, outputTokens: 34, costUsd: null },
    model: "scripted",
  });
  expect(deltas.length).toBeGreaterThan(1);
  expect(deltas.join("")).toBe(text);
  expect(questions[0]?.authorization).toBe(`Bearer ${KEY}`);
  expect(questions[0]?.messages).toEqual([
    { role: "system", content: request.system },
    { role: "user", content: request.user },
  ]);
  expect(questions[0]?.body).toMatchObject({ temperature: 0, stream: true, stream_options: { include_usage: true } });
});

test("usage that the endpoint does not tell is null, not zero", async () => {
  const { answer } = await askScripted([{ kind: "text", text: "ok", usage: null }]);
  expect(answer.usage).toEqual({ inputTokens: null, outputTokens: null, costUsd: null });
});

test("Chinese letters that arrive split between two chunks are whole in the answer", async () => {
  const bytes = new TextEncoder().encode(toStreamLines("处理进度：需求确认"));
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.slice(index * 7, index * 7 + 7),
  );
  const { answer } = await askScripted([{ kind: "chunks", chunks, delayMs: 1 }]);
  expect(answer).toMatchObject({ kind: "ok", text: "处理进度：需求确认" });
});

test("an answer that hit the token limit comes back as it is, with its finish reason", async () => {
  const { answer } = await askScripted([{ kind: "text", text: '{"@action": "dir', finishReason: "length" }]);
  expect(answer).toMatchObject({ kind: "ok", finishReason: "length", text: '{"@action": "dir' });
});

test.each<{ name: string; script: ModelScript; code: string; says: RegExp; asked: number }>([
  {
    name: "401",
    script: [{ kind: "status", status: 401, body: `{"error":{"message":"bad key ${KEY}"}}` }],
    code: "model_refused",
    says: /refused the key \(401\).*bad key \(key hidden\)/,
    asked: 1,
  },
  {
    name: "403 page",
    script: [{ kind: "status", status: 403, body: "<html>forbidden</html>" }],
    code: "model_refused",
    says: /web page/,
    asked: 1,
  },
  { name: "404", script: [{ kind: "status", status: 404 }], code: "model_refused", says: /404/, asked: 1 },
  {
    name: "400",
    script: [{ kind: "status", status: 400 }],
    code: "model_refused",
    says: /It says: "scripted 400"\.$/,
    asked: 1,
  },
  {
    name: "429 that stays",
    script: [{ kind: "status", status: 429, headers: { "retry-after": "0" } }],
    code: "model_rate_limited",
    says: /429.*It says: ".*"\. Asked 2 times/,
    asked: 2,
  },
  {
    name: "429 with a long wait",
    script: [{ kind: "status", status: 429, headers: { "retry-after": "90" } }],
    code: "model_rate_limited",
    says: /wait 90 s/,
    asked: 1,
  },
  {
    name: "500 that stays",
    script: [{ kind: "status", status: 500 }],
    code: "model_unreachable",
    says: /failed \(500\).*Asked 2 times/,
    asked: 2,
  },
  { name: "HTML", script: [{ kind: "html" }], code: "model_bad_answer", says: /web page \(HTML\)/, asked: 1 },
  {
    name: "cut JSON",
    script: [{ kind: "cut", text: "half" }],
    code: "model_bad_answer",
    says: /was cut/,
    asked: 1,
  },
  {
    name: "dropped",
    script: [{ kind: "drop", text: "half" }],
    code: "model_bad_answer",
    says: /in the middle/,
    asked: 1,
  },
  {
    name: "a redirect",
    script: [{ kind: "status", status: 308, headers: { location: "http://elsewhere.invalid/v1?key=geheim" } }],
    code: "model_refused",
    says: /308/,
    asked: 1,
  },
  {
    name: "an error in the stream",
    script: [{ kind: "chunks", chunks: ['data: {"error":{"message":"out of memory"}}\n\n'] }],
    code: "model_bad_answer",
    says: /reported an error.*out of memory/,
    asked: 1,
  },
  {
    name: "another form",
    script: [{ kind: "chunks", chunks: ['data: {"choices":"none"}\n\n'] }],
    code: "model_bad_answer",
    says: /was cut or is not valid/,
    asked: 1,
  },
  { name: "empty", script: [""], code: "model_bad_answer", says: /nothing/, asked: 1 },
  { name: "no end", script: [{ kind: "chunks", chunks: [] }], code: "model_bad_answer", says: /was cut/, asked: 1 },
  { name: "silence", script: [{ kind: "hang" }], code: "model_unreachable", says: /sent nothing for 400 ms/, asked: 1 },
])("$name is $code, says what to do, and shows no key", async ({ script, code, says, asked }) => {
  const { answer, questions } = await askScripted(script);
  expect(answer.kind).toBe("failed");
  if (answer.kind !== "failed") return;
  expect(answer.problem.code).toBe(code);
  expect(answer.problem.message).toMatch(says);
  expect(answer.problem.next).toBeTruthy();
  expect(JSON.stringify(answer)).not.toContain(KEY);
  expect(questions).toHaveLength(asked);
});

test("text that arrived before a failure is kept with the failure, and the question is not repeated", async () => {
  const { answer, questions } = await askScripted([{ kind: "drop", text: "so far" }]);
  expect(answer).toMatchObject({ kind: "failed", text: "so far" });
  expect(questions).toHaveLength(1);
});

test("a busy endpoint that recovers gives its answer", async () => {
  const { answer, questions } = await askScripted([
    { kind: "status", status: 429, headers: { "retry-after": "0" } },
    "fine",
  ]);
  expect(answer).toMatchObject({ kind: "ok", text: "fine" });
  expect(questions).toHaveLength(2);
});

test("a port where nothing listens is model_unreachable with the address but without its password", async () => {
  await using server = await startModelServer([""]);
  const { baseUrl } = server;
  await server[Symbol.asyncDispose]();
  const models = createModels({ connection: connectionTo(baseUrl.replace("http://", "http://anna:geheim@")) });
  const answer = await models.ask(request, { signal: live() });
  expect(answer).toMatchObject({ kind: "failed", problem: { code: "model_unreachable" } });
  expect(JSON.stringify(answer)).not.toContain("geheim");
});

test.each(["not a url", "http://no-such-host.invalid/v1"])("the base URL %s is model_unreachable", async (baseUrl) => {
  const answer = await createModels({ connection: connectionTo(baseUrl) }).ask(request, { signal: live() });
  expect(answer).toMatchObject({ kind: "failed", problem: { code: "model_unreachable" } });
});

test("an abort while the model is silent ends the question at once as cancelled, and the connection closes", async () => {
  await using server = await startModelServer([{ kind: "hang", text: "thinking" }]);
  const models = createModels({ connection: connectionTo(server.baseUrl) });
  const controller = new AbortController();
  const asked = models.ask(request, { signal: controller.signal, onText: () => controller.abort() });
  const answer = await asked;
  expect(answer).toMatchObject({ kind: "failed", problem: { code: "cancelled" }, text: "thinking" });
});

test("an abort during the wait before a second try asks no second time", async () => {
  await using server = await startModelServer([{ kind: "status", status: 503, headers: { "retry-after": "2" } }]);
  const models = createModels({ connection: connectionTo(server.baseUrl) });
  const controller = new AbortController();
  const asked = models.ask(request, { signal: controller.signal });
  await server.waitForQuestions(1);
  controller.abort();
  expect(await asked).toMatchObject({ kind: "failed", problem: { code: "cancelled" } });
  expect(server.questions).toHaveLength(1);
});

test("a step may name its own model; the provider before the slash is left out", async () => {
  await using server = await startModelServer(["ok"]);
  const models = createModels({ connection: connectionTo(server.baseUrl) });
  await models.ask({ ...request, model: "openai/gpt-5-mini" }, { signal: live() });
  expect(server.questions[0]?.model).toBe("gpt-5-mini");
});

test("a connection test answers the text and its time, or the problem", async () => {
  await using server = await startModelServer(["ready", { kind: "html" }]);
  const models = createModels({ connection: null });
  expect(await models.test(connectionTo(server.baseUrl), live())).toMatchObject({ ok: true, text: "ready" });
  expect(await models.test(connectionTo(server.baseUrl), live())).toMatchObject({
    ok: false,
    problem: { code: "model_bad_answer" },
  });
});

test("with nothing connected the planner answers, a step has no model, and connecting changes both", async () => {
  await using server = await startModelServer(["from the model"]);
  const models = createModels({ connection: null });
  expect(models.current()).toEqual({ label: "offline planner", isPlanner: true });
  const step = await models.ask({ purpose: "step", system: "", user: "explain" }, { signal: live() });
  expect(step).toMatchObject({ kind: "failed", problem: { code: "no_model", next: "Connect a model in Settings." } });

  const hints = {
    purpose: "params",
    message: "x = 3",
    capability: "c",
    schema: { type: "object", properties: { x: { type: "integer" } } },
    steps: [],
    issues: [],
  } as const;
  const planned = await models.ask(
    {
      purpose: "params",
      system: "",
      user: "",
      hints: { ...hints, schema: { ...hints.schema }, steps: [], issues: [] },
    },
    { signal: live() },
  );
  expect(planned).toMatchObject({
    kind: "ok",
    text: '{"x":3}',
    model: "offline planner",
    usage: { inputTokens: null },
  });

  models.connect(connectionTo(server.baseUrl));
  expect(models.current()).toEqual({ label: "scripted", isPlanner: false });
  expect(await models.ask(request, { signal: live() })).toMatchObject({ kind: "ok", text: "from the model" });
});
