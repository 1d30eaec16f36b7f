// An MCP server for tests, which does what a good one does not. Its argument is a JSON file: `pages` are the answers to
// tools/list in turn, `after` the ones once the tool `change` was called.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const script = JSON.parse(readFileSync(process.argv[2], "utf8"));
let pages = script.pages;
let asked = 0;

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });

const tools = {
  echo: ({ text: words }) => text(words),
  // biome-ignore lint/style/noProcessEnv: what it was given is what is tested
  env: () => text(JSON.stringify(process.env)),
  fail: () => ({ ...text("The disk is full."), isError: true, structuredContent: { ok: true } }),
  picture: () => ({ content: [{ type: "image", mimeType: "image/png", data: "aGVsbG8=" }] }),
  count: () => ({ ...text("3"), structuredContent: { n: 3 } }),
  uncounted: () => ({ ...text("3"), structuredContent: { n: "three" } }),
  child: () => text(String(spawn("sleep", ["600"], { stdio: "ignore" }).pid)),
  pid: () => text(String(process.pid)),
  die: () => {
    process.stderr.write("ran out of luck\n");
    process.exit(7);
  },
  change: () => {
    pages = script.after;
    asked = 0;
    say({ method: "notifications/tools/list_changed" });
    return text("changed");
  },
};

/** Tells its progress for so long that only a timeout which begins anew lets it end. */
async function work(id, token) {
  for (let progress = 1; progress <= 4; progress += 1) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    say({ method: "notifications/progress", params: { progressToken: token, progress } });
  }
  say({ id, result: text("worked") });
}

function answerList(id, cursor) {
  if (cursor === undefined) asked = 0;
  const page = pages[Math.min(asked, pages.length - 1)];
  asked += 1;
  say({ id, result: page });
}

function answerCall(id, { name, arguments: input, _meta }) {
  if (name === "silent") return undefined;
  if (name === "work") return work(id, _meta?.progressToken);
  return say({ id, result: tools[name]?.(input ?? {}) ?? text(`called ${name}`) });
}

process.stdout.write("Welcome to the odd server\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const capabilities = { tools: { listChanged: true } };
  const serverInfo = { name: "odd", version: "0.1.0" };
  if (method === "initialize")
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  if (method === "tools/list") answerList(id, params?.cursor);
  if (method === "tools/call") answerCall(id, params);
}
