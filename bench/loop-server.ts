// The model of bench/loop.ts, in a process of its own: answers at once over real HTTP, streaming or not, in both dialects.
// Nine calls of a tool, then an answer; how far a conversation is stands in the request itself.
import { createServer, type ServerResponse } from "node:http";

const CALLS = 9;
const ARGUMENTS = '{"ticket_id":"TK-20241215-001"}';
const ANSWER = "It stands at development.";

type Question = { stream?: boolean; tools?: unknown[]; messages: { role: string; content: unknown }[] };

function toNativeMessage({ messages }: Question): { message: object; finish: string } {
  const done = messages.filter((message) => message.role === "tool").length;
  if (done >= CALLS) return { message: { role: "assistant", content: ANSWER }, finish: "stop" };
  const call = { id: `call_${done}`, type: "function", function: { name: "tool_7", arguments: ARGUMENTS } };
  return { message: { role: "assistant", content: null, tool_calls: [call] }, finish: "tool_calls" };
}

function toActionText({ messages }: Question): string {
  const text = messages.map((message) => String(message.content)).join("\n");
  const done = text.split("directly_call_tool step_").length - 1;
  if (done >= CALLS) return JSON.stringify({ "@action": "directly_answer", identifier: "end", answer_payload: ANSWER });
  return `{"@action":"directly_call_tool","identifier":"step_${done}","directly_call_tool_name":"tool_7","directly_call_tool_params":${ARGUMENTS}}`;
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const HEAD = { id: "chatcmpl-1", created: 1, model: "bench" };

function sendWhole(response: ServerResponse, choice: { message: object; finish: string }): void {
  const choices = [{ index: 0, message: choice.message, finish_reason: choice.finish }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...HEAD, object: "chat.completion", choices, usage: USAGE }));
}

function sendStream(response: ServerResponse, text: string): void {
  const chunk = (delta: object, finish: string | null, more: object = {}) =>
    `data: ${JSON.stringify({ ...HEAD, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`${chunk({ content: text }, null)}${chunk({}, "stop", { usage: USAGE })}data: [DONE]\n\n`);
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const question: Question = JSON.parse(Buffer.concat(parts).toString());
    if (question.tools) sendWhole(response, toNativeMessage(question));
    else if (question.stream) sendStream(response, toActionText(question));
    else sendWhole(response, { message: { role: "assistant", content: toActionText(question) }, finish: "stop" });
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.stdout.write(`${address.port}\n`);
});
