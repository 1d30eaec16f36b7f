import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { JsonValue } from "#server/capability/json";
import type { SandboxErrorCode, SandboxOutcome } from "./outcome";
import { openTestSandbox, runFiles, type TestRun } from "./testing";

const sandbox = await openTestSandbox({ nodePath: process.env.CAPSTAN_NODE ?? null });
const { level } = await sandbox.level();
afterAll(() => sandbox[Symbol.asyncDispose]());

const source = readFileSync(new URL("./attacks/misbehave.mjs", import.meta.url), "utf8");

const run = (name: string, options: Partial<TestRun> = {}) =>
  runFiles(sandbox, { files: { "impl/run.mjs": source }, input: { name }, ...options });

const toCode = (outcome: SandboxOutcome): SandboxErrorCode | "ok" => (outcome.kind === "ok" ? "ok" : outcome.code);

describe.runIf(level === "os")("code that misbehaves", () => {
  test.each<[string, SandboxErrorCode[]]>([
    ["loop", ["E_TIMEOUT"]],
    ["never_answers", ["E_TIMEOUT"]],
    ["ignores_sigterm", ["E_TIMEOUT"]],
    ["regex_bomb", ["E_TIMEOUT"]],
    ["await_forever", ["E_TIMEOUT"]],
    ["microtasks", ["E_TIMEOUT", "E_OOM"]],
    ["closes_stdout", ["E_TIMEOUT"]],
    ["closes_all_and_lingers", ["E_TIMEOUT"]],
    ["waits_for_ever", ["E_TIMEOUT"]],
  ])("%s is ended within a second of its limit", async (name, codes) => {
    const ports = name === "waits_for_ever" ? { callStep: waitForAbort } : {};
    const startedAt = performance.now();
    const outcome = await run(name, { limits: { timeoutMs: 500 }, ports });
    expect(codes).toContain(toCode(outcome));
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  test.each<[string, SandboxErrorCode[]]>([
    ["heap", ["E_OOM"]],
    ["buffers", ["E_OOM"]],
    ["buffers_slowly", ["E_OOM"]],
    ["wasm", ["E_OOM"]],
    ["giant_string", ["E_EXIT_NONZERO"]],
  ])("memory: %s", async (name, codes) => {
    const before = process.memoryUsage.rss();
    const outcome = await run(name, { limits: { timeoutMs: 25_000 } });
    expect(codes, `${toCode(outcome)} ${outcome.stats.stderr.slice(0, 300)}`).toContain(toCode(outcome));
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1_048_576);
  });

  test("a full scratch folder is ENOSPC for the code and nothing for the host", async () => {
    expect(await run("fill_disk")).toMatchObject({ kind: "ok", output: "ENOSPC" });
  });

  test.each<[string, SandboxErrorCode | "ok"]>([
    ["flood_of_lines", "E_FRAME_UNKNOWN"],
    ["flood_without_line_feed", "E_FRAME_TOO_BIG"],
    ["flood_of_blank_lines", "E_FRAME_LIMIT"],
    ["flood_of_log", "ok"],
    ["result_too_big", "E_FRAME_TOO_BIG"],
    ["plain_text", "E_FRAME_NOT_JSON"],
    ["console_log", "ok"],
    ["stdout_write", "E_FRAME_NOT_JSON"],
    ["array", "E_FRAME_SHAPE"],
    ["echo_job", "E_FRAME_UNKNOWN"],
    ["proto_key", "E_FRAME_FORBIDDEN_KEY"],
    ["deep", "E_FRAME_DEPTH"],
    ["bad_utf8", "E_FRAME_ENCODING"],
    ["nul", "E_FRAME_ENCODING"],
    ["lone_surrogate", "ok"],
    ["crlf", "ok"],
    ["split", "ok"],
    ["big_result_then_exit", "ok"],
    ["undefined_output", "E_RESULT_MISSING_OUTPUT"],
    ["bigint", "E_EXIT_NONZERO"],
    ["circular", "E_EXIT_NONZERO"],
    ["two_results", "E_DUPLICATE_RESULT"],
    ["rpc_after_result", "E_AFTER_RESULT"],
    ["garbage_after_result", "E_AFTER_RESULT"],
    ["unfinished_line", "E_FRAME_NOT_JSON"],
    ["exit_0", "E_EXIT_NO_RESULT"],
    ["exit_3", "E_EXIT_NONZERO"],
    ["throws", "E_EXIT_NONZERO"],
    ["rejects", "E_EXIT_NONZERO"],
    ["abort", "E_KILLED"],
    ["kill_itself", "E_EXIT_NONZERO"],
    ["lingers", "ok"],
    ["closes_stdin", "ok"],
    ["result_then_exit_3", "E_EXIT_NONZERO"],
    ["no_id", "E_RPC_ID"],
    ["same_id", "E_RPC_ID"],
    ["unknown_prompt", "E_RPC_PROMPT"],
    ["path_as_prompt", "E_RPC_PROMPT"],
    ["object_as_prompt", "E_RPC_PROMPT"],
    ["two_thousand", "E_FRAME_LIMIT"],
  ])("%s ends as %s", async (name, code) => {
    const outcome = await run(name, { limits: { maxLlmCalls: 5 } });
    expect(toCode(outcome), JSON.stringify(outcome).slice(0, 500)).toBe(code);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    if (outcome.kind === "failed") expect(outcome.next).not.toBe("");
  });

  test("4 MiB of stdout in all is E_STDOUT_LIMIT", async () => {
    const outcome = await run("five_mebibytes", { limits: { maxLlmCalls: 0 } });
    expect(toCode(outcome)).toBe("E_STDOUT_LIMIT");
  });

  test("a syntax error is E_EXIT_NONZERO with the line in the log", async () => {
    const outcome = await runFiles(sandbox, { files: { "impl/run.mjs": "const x = ;\n" } });
    expect(outcome).toMatchObject({ code: "E_EXIT_NONZERO", message: expect.stringContaining("SyntaxError") });
    expect(outcome.stats.stderr).toContain("run.mjs:1");
  });

  test("a top-level await that never ends is named", async () => {
    const outcome = await runFiles(sandbox, { files: { "impl/run.mjs": "await new Promise(() => {});\n" } });
    expect(outcome).toMatchObject({ code: "E_EXIT_NONZERO", message: expect.stringContaining("top-level await") });
  });

  test("a missing entry is told by its name before anything starts", async () => {
    const outcome = await runFiles(sandbox, { files: { "CAPABILITY.yaml": "name: x\n" } });
    expect(outcome).toMatchObject({ code: "E_SPAWN", message: "The capability has no file impl/run.mjs." });
  });

  test("a result without its line feed is named when the time is over", async () => {
    const outcome = await run("unfinished_line_and_waits", { limits: { timeoutMs: 500 } });
    expect(outcome).toMatchObject({ code: "E_TIMEOUT", message: expect.stringContaining("no line feed") });
  });

  test("a frame written by console.log is named", async () => {
    const outcome = await run("frame_by_console_log");
    expect(outcome).toMatchObject({
      code: "E_EXIT_NO_RESULT",
      message: expect.stringContaining("process.stdout.write"),
    });
  });

  test("console output is the log, line by line, and no frame", async () => {
    const lines: string[] = [];
    const outcome = await run("console_log", { ports: { onLog: (line) => lines.push(line) } });
    expect(toCode(outcome)).toBe("ok");
    expect(lines.slice(0, 2)).toEqual(["hello log", "info"]);
  });

  test("64 KiB of the log are kept and the rest is counted", async () => {
    const outcome = await run("flood_of_log");
    expect(outcome.stats.stderr.length).toBe(65_536);
    expect(outcome.stats.warnings).toEqual(["434464 bytes of the log after the first 64 KiB were dropped."]);
  });

  test("code that lingers after its result is stopped after 500 ms and says so", async () => {
    const outcome = await run("lingers");
    expect(outcome.stats.warnings).toEqual([expect.stringContaining("500 ms")]);
    expect(outcome.stats.durationMs).toBeLessThan(2_000);
  });
});

function waitForAbort(_call: unknown, signal: AbortSignal): Promise<{ ok: false; error: string }> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ ok: false, error: "aborted" }), { once: true });
  });
}

describe.runIf(level === "os")("calls", () => {
  test("a call reaches the port with its step, input and limit, and its answer comes back", async () => {
    const calls: JsonValue[] = [];
    const outcome = await run("one_call", {
      ports: {
        callStep: async ({ stepId, input, maxTokens }) => {
          calls.push({ stepId, input, maxTokens: maxTokens ?? null });
          return { ok: true, data: { text: "hi" } };
        },
      },
    });
    expect(calls).toEqual([{ stepId: "triage", input: { id: "a" }, maxTokens: 5 }]);
    expect(outcome).toMatchObject({ output: [{ __frame__: "rpc_result", id: "a", ok: true, data: { text: "hi" } }] });
  });

  test("over the budget the code is told so, goes on, and the model is called no more", async () => {
    let count = 0;
    const outcome = await run("three_calls_one_by_one", {
      limits: { maxLlmCalls: 2 },
      ports: {
        callStep: async () => {
          count++;
          return { ok: true, data: count, cached: count === 2 };
        },
      },
    });
    expect(count).toBe(2);
    expect(outcome).toMatchObject({
      kind: "ok",
      output: [{ data: 1 }, { data: 2, cached: true }, { id: 3, ok: false, error: "budget_exceeded" }],
      stats: { llmCalls: 2, cacheHits: 1 },
    });
  });

  test("a required service is called and another is refused and reported", async () => {
    const denied: string[] = [];
    const ports = {
      callService: async () => ({ ok: true, data: 7 }) as const,
      onDenied: (tried: string) => denied.push(tried),
    };
    expect(await run("service", { ports })).toMatchObject({ output: [{ id: 1, ok: true, data: 7 }] });
    expect(await run("service_not_required", { ports })).toMatchObject({
      output: [{ id: 1, ok: false, error: "service_not_required" }],
      stats: { denials: ["service http_client.get"] },
    });
    expect(denied).toEqual(["service http_client.get"]);
  });

  test("twenty calls at once are E_RPC_FLIGHT, and those that waited are aborted", async () => {
    let aborted = 0;
    const callStep = async (call: unknown, signal: AbortSignal) => {
      const answer = await waitForAbort(call, signal);
      aborted++;
      return answer;
    };
    expect(toCode(await run("twenty_at_once", { ports: { callStep }, limits: { maxLlmCalls: 50 } }))).toBe(
      "E_RPC_FLIGHT",
    );
    expect(aborted).toBe(4);
  });

  test("a call that waits when the code dies is aborted before the outcome is given", async () => {
    let isAborted = false;
    const callStep = async (call: unknown, signal: AbortSignal) => {
      const answer = await waitForAbort(call, signal);
      isAborted = true;
      return answer;
    };
    expect(toCode(await run("dies_while_waiting", { ports: { callStep } }))).toBe("E_EXIT_NONZERO");
    expect(isAborted).toBe(true);
  });

  test("a key in the model's error text does not reach the code", async () => {
    const callStep = async () => ({ ok: false, error: "401: sk-abcdefghijklmnopqrstu is not valid" }) as const;
    const outcome = await run("one_call", { ports: { callStep } });
    expect(outcome).toMatchObject({ output: [{ ok: false, error: "401: [masked] is not valid" }] });
  });

  test("every frame is told both ways, in order", async () => {
    const frames: string[] = [];
    await run("one_call", {
      ports: { onFrame: (direction, frame) => frames.push(`${direction} ${Object.keys(frame ?? {}).join()}`) },
    });
    expect(frames).toEqual([
      "to_code __frame__,input",
      "to_host __frame__,id,prompt_id,input,max_tokens",
      "to_code __frame__,id,ok,data",
      "to_host __frame__,output",
    ]);
  });
});
