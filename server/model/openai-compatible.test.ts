import { createServer } from "node:http";
import { expect, test } from "vitest";
import { startModelServer, toStreamLines } from "../../e2e/model-server";
import { createChatModel } from "./openai-compatible";
import { toCallOptions } from "./read-answer";

const options = toCallOptions({ purpose: "test", system: "s", user: "u", maxTokens: 9 }, new AbortController().signal);

test("read whole or as a stream, the answer is the same", async () => {
  const chunks = [
    'data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}\n\n',
    'data: {"choices":[{"delta":{"content":[{"type":"text","text":"in "},{"type":"thinking"}]}}]}\n\n',
    toStreamLines("parts", "length"),
  ];
  await using server = await startModelServer([{ kind: "chunks", chunks }]);
  const model = createChatModel({ baseUrl: `${server.baseUrl}/`, apiKey: null, name: "scripted" });
  const whole = await model.doGenerate(options);
  expect(whole).toMatchObject({
    content: [{ type: "text", text: "in parts" }],
    finishReason: { unified: "length", raw: "length" },
  });
  const { stream } = await model.doStream(options);
  const types: string[] = [];
  for await (const part of stream) types.push(part.type);
  const reasoning = ["reasoning-start", "reasoning-delta", "reasoning-end"];
  const text = ["text-start", "text-delta", "text-delta", "text-end"];
  expect(types).toEqual(["stream-start", ...reasoning, ...text, "finish"]);
  expect(server.questions[0]?.body).toMatchObject({ max_tokens: 9, stream: true });
});

test("a kept connection that the server closes meanwhile is replaced, and the question is asked there", async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    // The second question meets a connection whose other end goes away without a word.
    if (asked === 2) request.socket.resetAndDestroy();
    else response.end(toStreamLines(`answer ${asked}`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const model = createChatModel({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: null, name: "scripted" });
  await model.doGenerate(options);
  const { content } = await model.doGenerate(options);
  expect(content).toEqual([{ type: "text", text: "answer 3" }]);
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
