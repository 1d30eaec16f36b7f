// Cost of one turn of a loop: 10 turns, 20 tools, 9 calls, against a loopback OpenAI-compatible server in a process of its
// own that answers at once. Floor: bare fetch, messages in an array. Beside it AI SDK generateText, and Capstan with every
// event stored in a real SQLite file. Goal: Capstan at most 2.2 times the floor.
//
// On a busy machine a wall clock measures the neighbours. So every round runs each contestant once, right after another and
// in another order each time, a ratio is taken inside its round, and what is printed is the median of those ratios; beside
// the wall clock stands the processor time of this process, which does not count the waiting (nor the server's work).
// Repeat: npx tsx bench/loop.ts [rounds]
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { validateJson } from "../server/capability/validate-json";
import { buildSearchIndex } from "../server/discovery/build-index";
import type { EventDraft } from "../server/loop/events";
import type { CatalogView, LoopCapability, LoopPorts } from "../server/loop/ports";
import { runLoop } from "../server/loop/run-loop";
import { createModels } from "../server/model/create-models";
import { createEventLog } from "../server/runs/event-log";
import { createLiveBus } from "../server/runs/live-bus";
import { createMask } from "../server/runs/mask-secrets";
import { insertLog } from "../server/store/logs";
import { openStore } from "../server/store/open-store";

const TURNS = 10;
const MESSAGE = "Where does ticket TK-20241215-001 stand?";
const SYSTEM = "You help with tickets. Use the tools.";
const TOOLS = Array.from({ length: 20 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Answers where a ticket of kind ${index} stands, with its node list and the time of the last update.`,
  schema: {
    type: "object",
    properties: { ticket_id: { type: "string", description: "TK-YYYYMMDD-NNN" } },
    required: ["ticket_id"],
    additionalProperties: false,
  } as const,
}));
const OUTPUT = { found: true, status: "development", updated: "10:24", nodes: ["requirements", "schedule"] };

async function startServer(): Promise<{ baseUrl: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "loop-server.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!child.stdout) throw new Error("the server has no output");
  const [line] = await once(child.stdout, "data");
  return { baseUrl: `http://127.0.0.1:${String(line).trim()}/v1`, child };
}

type NativeAnswer = {
  choices: [{ message: { content: string | null; tool_calls?: { id: string; function: { arguments: string } }[] } }];
};

/** The least a loop can be: a list of messages, a request, the calls, again. */
async function runFloor(baseUrl: string): Promise<number> {
  const tools = TOOLS.map(({ name, description, schema }) => {
    return { type: "function", function: { name, description, parameters: schema } };
  });
  const messages: object[] = [
    { role: "system", content: SYSTEM },
    { role: "user", content: MESSAGE },
  ];
  for (let turns = 1; ; turns += 1) {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "bench", temperature: 0, messages, tools }),
    });
    const { message } = ((await response.json()) as NativeAnswer).choices[0];
    if (!message.tool_calls) return turns;
    messages.push(message);
    for (const call of message.tool_calls) {
      JSON.parse(call.function.arguments);
      messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(OUTPUT) });
    }
  }
}

async function runAiSdk(baseUrl: string): Promise<number> {
  const model = createOpenAICompatible({ name: "bench", baseURL: baseUrl }).chatModel("bench");
  const tools = Object.fromEntries(
    TOOLS.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema<{ ticket_id: string }>(schema), execute: async () => OUTPUT }),
    ]),
  );
  const { steps } = await generateText({ model, tools, system: SYSTEM, prompt: MESSAGE, stopWhen: stepCountIs(20) });
  return steps.length;
}

function makeView(): CatalogView {
  const capabilities = TOOLS.map(
    ({ name, description, schema }): LoopCapability => ({
      name,
      type: "tool",
      title: name,
      description,
      when: "",
      state: "trusted",
      digest: `digest-${name}`,
      source: "capability",
      inputSchema: { ...schema, required: [...schema.required] },
      approvalType: "none",
    }),
  );
  const byName = new Map(capabilities.map((capability) => [capability.name, capability]));
  const index = buildSearchIndex(
    capabilities.map(({ name, type: kind, title, description, when }) => {
      return { name, kind, title, description, when, keywords: [], parameters: "ticket_id", utterances: [] };
    }),
  );
  return {
    revision: "bench",
    capabilities,
    index,
    get: (name) => byName.get(name),
    refusalOf: () => undefined,
    refusedFor: () => [],
  };
}

async function openCapstan(baseUrl: string, folder: string) {
  const store = await openStore({ file: join(folder, "bench.db") });
  const log = createEventLog({ store, bus: createLiveBus(), mask: createMask(), now: Date.now });
  const models = createModels({ connection: { baseUrl, apiKey: null, name: "bench" } });
  const view = makeView();
  let ids = 0;
  const newId = (prefix: string) => {
    ids += 1;
    return `${prefix}_${ids}`;
  };
  return {
    async run(): Promise<number> {
      const runId = newId("run");
      const owner = { id: "bench", leaseExpiresAt: new Date(Date.now() + 60_000) };
      await insertLog(store, {
        id: runId,
        kind: "run",
        title: MESSAGE,
        status: "queued",
        source: "screen",
        startedBy: "bench",
        ownerId: owner.id,
        leaseExpiresAt: owner.leaseExpiresAt,
      });
      let turns = 0;
      const append = (drafts: readonly EventDraft[]) => {
        turns += drafts.filter((draft) => draft.type === "turn_started").length;
        return log.append(runId, drafts, { owner });
      };
      const events = await append([toRunStarted()]);
      const ports: LoopPorts = {
        append,
        now: Date.now,
        newId,
        randomLetters: (length) =>
          Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join(""),
        catalog: () => view,
        modelLabel: () => "bench",
        askModel: (request, options) => models.ask(request, options),
        execute: async ({ executionId }) => ({
          kind: "ok",
          output: OUTPUT,
          isPartial: false,
          executionId,
          durationMs: 0,
        }),
        validate: validateJson,
      };
      const state = await runLoop(events, ports, { signal: new AbortController().signal });
      if (state !== "completed") throw new Error(`the run ended as ${state}`);
      return turns;
    },
    close: () => store[Symbol.asyncDispose](),
  };
}

function toRunStarted(): EventDraft {
  return {
    turn: 0,
    task_id: "task",
    parent_task_id: "",
    span_id: "run",
    parent_span_id: "",
    type: "run_started",
    payload: {
      message: MESSAGE,
      focusMode: "default",
      allowDrafts: false,
      model: "bench",
      isPlanner: false,
      maxIterations: null,
      startedBy: "bench",
      tier: "question",
      tierReasons: [],
    },
  };
}

type Cost = { wall: number; processor: number };

/** Milliseconds a turn, by the clock and of this process's processor time. */
async function measureTurn(name: string, run: () => Promise<number>): Promise<Cost> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const turns = await run();
  const wall = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  if (turns !== TURNS) throw new Error(`${name} took ${turns} turns in place of ${TURNS}`);
  return { wall: wall / TURNS, processor: (user + system) / 1000 / TURNS };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

const median = (values: readonly number[]) => quantile(values, 0.5);
const round = (value: number) => Number(value.toFixed(3));

function printTable(costs: ReadonlyMap<string, readonly Cost[]>, floor: readonly Cost[]): void {
  const ratios = (own: readonly Cost[], part: keyof Cost) =>
    own.map((cost, index) => cost[part] / (floor[index]?.[part] ?? Number.NaN));
  const rows = [...costs].map(([name, own]) => [
    name,
    {
      "wall ms": round(median(own.map((cost) => cost.wall))),
      "wall ms, p10": round(
        quantile(
          own.map((cost) => cost.wall),
          0.1,
        ),
      ),
      "wall x floor": round(median(ratios(own, "wall"))),
      "processor ms": round(median(own.map((cost) => cost.processor))),
      "processor x floor": round(median(ratios(own, "processor"))),
    },
  ]);
  console.table(Object.fromEntries(rows));
}

const WARM_UP_ROUNDS = 40;
const FLOOR = "bare fetch (floor)";
const rounds = Number(process.argv[2] ?? 60);
const folder = await mkdtemp(join(tmpdir(), "capstan-bench-"));
const { baseUrl, child } = await startServer();
const capstan = await openCapstan(baseUrl, folder);
const contestants: [string, () => Promise<number>][] = [
  [FLOOR, () => runFloor(baseUrl)],
  ["AI SDK generateText", () => runAiSdk(baseUrl)],
  ["Capstan, events stored", () => capstan.run()],
];
const costs = new Map(contestants.map(([name]) => [name, [] as Cost[]]));
for (let number = -WARM_UP_ROUNDS; number < rounds; number += 1) {
  contestants.push(...contestants.splice(0, 1));
  for (const [name, run] of contestants) {
    const cost = await measureTurn(name, run);
    if (number >= 0) costs.get(name)?.push(cost);
  }
}
console.log(
  `Loop, a turn: ${TURNS} turns, ${TOOLS.length} tools, ${rounds} rounds, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}. Goal: at most 2.2x.`,
);
printTable(costs, costs.get(FLOOR) ?? []);
await capstan.close();
child.kill();
await rm(folder, { recursive: true, force: true });
