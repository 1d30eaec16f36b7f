// Cost of one turn of a loop: 10 turns, 20 tools, 9 calls, against a loopback OpenAI-compatible server in a process of its
// own that answers at once. Floor: bare fetch, messages in an array. Beside it AI SDK generateText, and Capstan with every
// event stored in a real SQLite file. Goal: Capstan at most 2.2 times the floor.
//
// On a busy machine a wall clock measures the neighbours. So each contestant alternates with the floor in small rounds in
// one process, a ratio is taken inside its round, and what is printed is the median of those ratios; beside the wall clock
// stands the processor time of that process, all threads of it (compiler and collector too), without the server's.
// Repeat: npx tsx bench/loop.ts [rounds]
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
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

type Contestant = { run: () => Promise<number>; close: () => Promise<void> };

async function openCapstan(baseUrl: string, folder: string): Promise<Contestant> {
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

type Pair = { own: Cost[]; floor: Cost[] };

const PEERS: Record<string, (baseUrl: string, folder: string) => Promise<Contestant>> = {
  "AI SDK generateText": async (baseUrl) => ({ run: () => runAiSdk(baseUrl), close: async () => undefined }),
  "Capstan, events stored": openCapstan,
};

/** The two in turns, first one and then the other first, after warm-up rounds that are not counted. */
async function measurePair(name: string, rounds: number): Promise<Pair> {
  const open = PEERS[name];
  if (!open) throw new Error(`there is no contestant ${name}`);
  const folder = await mkdtemp(join(tmpdir(), "capstan-bench-"));
  const { baseUrl, child } = await startServer();
  const peer = await open(baseUrl, folder);
  const pair: Pair = { own: [], floor: [] };
  const runners = [
    { costs: pair.floor, run: () => measureTurn("the floor", () => runFloor(baseUrl)) },
    { costs: pair.own, run: () => measureTurn(name, peer.run) },
  ];
  for (let number = -WARM_UP_ROUNDS; number < rounds; number += 1) {
    runners.reverse();
    for (const { costs, run } of runners) {
      const cost = await run();
      if (number >= 0) costs.push(cost);
    }
  }
  await peer.close();
  child.kill();
  await rm(folder, { recursive: true, force: true });
  return pair;
}

/** A pair in a process of its own: another client's code makes the shared parts of V8 and of zod slower for everybody. */
async function measureApart(name: string, rounds: number): Promise<Pair> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", import.meta.filename, String(rounds), name],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

function toRow({ own, floor }: Pair): Record<string, number> {
  const of = (costs: readonly Cost[], part: keyof Cost) => costs.map((cost) => cost[part]);
  const ratio = (part: keyof Cost) =>
    median(own.map((cost, index) => cost[part] / (floor[index]?.[part] ?? Number.NaN)));
  return {
    "floor wall ms": round(median(of(floor, "wall"))),
    "wall ms": round(median(of(own, "wall"))),
    "wall x floor": round(ratio("wall")),
    "floor cpu ms": round(median(of(floor, "processor"))),
    "cpu ms": round(median(of(own, "processor"))),
    "cpu x floor": round(ratio("processor")),
  };
}

const WARM_UP_ROUNDS = 100;
const rounds = Number(process.argv[2] ?? 100);
const [, , , only] = process.argv;
if (only === undefined) {
  const rows: Record<string, Record<string, number>> = {};
  for (const name of Object.keys(PEERS)) rows[name] = toRow(await measureApart(name, rounds));
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `Loop, a turn beside a bare fetch: ${TURNS} turns, ${TOOLS.length} tools, ${rounds} rounds, Node ${process.version}, load ${load}. Goal: at most 2.2x.`,
  );
  console.table(rows);
} else {
  process.stdout.write(JSON.stringify(await measurePair(only, rounds)));
}
