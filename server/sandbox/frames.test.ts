import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FrameEvent, FrameParser } from "./frames";

const encoder = new TextEncoder();

function parserFor(options: { resultBytesMax?: number; llmStepIds?: string[] } = {}): FrameParser {
  const parser = new FrameParser({
    resultBytesMax: options.resultBytesMax ?? 1_048_576,
    llmStepIds: options.llmStepIds ?? ["triage"],
  });
  parser.markJobSent();
  return parser;
}

function readAll(stdout: string | Uint8Array, options: { resultBytesMax?: number; llmStepIds?: string[] } = {}) {
  const parser = parserFor(options);
  const bytes = typeof stdout === "string" ? encoder.encode(stdout) : stdout;
  return [...parser.push(bytes), ...parser.end()];
}

const toCode = (events: FrameEvent[]) =>
  events.map((event) => (event.kind === "fault" ? event.code : event.frame.kind));
const result = (output: unknown) => `${JSON.stringify({ __frame__: "result", output })}\n`;
const rpc = (frame: object) => `${JSON.stringify({ __frame__: "rpc", ...frame })}\n`;

describe("a frame that is refused", () => {
  test.each([
    ["a line that is not JSON", "hello\n", "E_FRAME_NOT_JSON"],
    ["NaN as the output", '{"__frame__":"result","output":NaN}\n', "E_FRAME_NOT_JSON"],
    ["a byte order mark", `\ufeff${result(1)}`, "E_FRAME_NOT_JSON"],
    ["a last line without its line feed", result(1).trimEnd(), "E_FRAME_NOT_JSON"],
    ["an array", "[1]\n", "E_FRAME_SHAPE"],
    ["null", "null\n", "E_FRAME_SHAPE"],
    ["a number", "7\n", "E_FRAME_SHAPE"],
    ["a frame nobody knows", '{"__frame__":"log","text":"x"}\n', "E_FRAME_UNKNOWN"],
    ["a frame without __frame__", '{"output":1}\n', "E_FRAME_UNKNOWN"],
    ["the host's own frame sent back", '{"__frame__":"job","input":{}}\n', "E_FRAME_UNKNOWN"],
    ["an answer that only the host gives", '{"__frame__":"rpc_result","id":1,"ok":true}\n', "E_FRAME_UNKNOWN"],
    [
      "a __proto__ key deep inside",
      '{"__frame__":"result","output":[{"a":{"__proto__":{"polluted":1}}}]}\n',
      "E_FRAME_FORBIDDEN_KEY",
    ],
    [
      "a __proto__ key at the top",
      '{"__proto__":{"polluted":1},"__frame__":"result","output":1}\n',
      "E_FRAME_FORBIDDEN_KEY",
    ],
    ["a constructor key", '{"__frame__":"result","output":{"constructor":1}}\n', "E_FRAME_FORBIDDEN_KEY"],
    ["an escaped __proto__ key", '{"__frame__":"result","output":{"\\u005f_proto__":1}}\n', "E_FRAME_FORBIDDEN_KEY"],
    ["a result without output", '{"__frame__":"result"}\n', "E_RESULT_MISSING_OUTPUT"],
    ["a result whose output is undefined", result(undefined), "E_RESULT_MISSING_OUTPUT"],
    [
      "nesting of 200,000",
      `${'{"__frame__":"result","output":'}${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`,
      "E_FRAME_DEPTH",
    ],
    ["an rpc without id", rpc({ prompt_id: "triage" }), "E_RPC_ID"],
    ["an rpc whose id is an object", rpc({ id: {}, prompt_id: "triage" }), "E_RPC_ID"],
    ["an rpc whose id is empty", rpc({ id: "", prompt_id: "triage" }), "E_RPC_ID"],
    ["a step that is not declared", rpc({ id: 1, prompt_id: "other" }), "E_RPC_PROMPT"],
    ["a path as prompt_id", rpc({ id: 1, prompt_id: "../../etc/passwd" }), "E_RPC_PROMPT"],
    ["an object as prompt_id", rpc({ id: 1, prompt_id: { toString: "triage" } }), "E_RPC_PROMPT"],
    ["an rpc that asks for nothing", rpc({ id: 1 }), "E_RPC_PROMPT"],
    ["max_tokens as text", rpc({ id: 1, prompt_id: "triage", max_tokens: "9" }), "E_FRAME_SHAPE"],
    ["a service call without method", rpc({ id: 1, service: "clock" }), "E_FRAME_SHAPE"],
  ])("%s", (_name, stdout, code) => {
    expect(toCode(readAll(stdout))).toEqual([code]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    ["invalid UTF-8", [0x22, 0xff, 0xfe, 0x22, 0x0a]],
    ["a NUL byte", [0x7b, 0x00, 0x7d, 0x0a]],
  ])("%s is E_FRAME_ENCODING", (_name, bytes) => {
    expect(toCode(readAll(Uint8Array.from(bytes)))).toEqual(["E_FRAME_ENCODING"]);
  });

  test("an id used twice is E_RPC_ID, and 1 is not '1'", () => {
    const first = rpc({ id: 1, prompt_id: "triage" });
    expect(toCode(readAll(first + first))).toEqual(["step", "E_RPC_ID"]);
    expect(toCode(readAll(first + rpc({ id: "1", prompt_id: "triage" })))).toEqual(["step", "step"]);
  });

  test("a second result is E_DUPLICATE_RESULT", () => {
    expect(toCode(readAll(result(1) + result(2)))).toEqual(["result", "E_DUPLICATE_RESULT"]);
  });

  test.each([
    ["an rpc", rpc({ id: 1, prompt_id: "triage" })],
    ["garbage", "bye\n"],
    ["an unfinished line", "bye"],
  ])("%s after the result is E_AFTER_RESULT", (_name, rest) => {
    expect(toCode(readAll(result(1) + rest))).toEqual(["result", "E_AFTER_RESULT"]);
  });

  test("bytes before the job was sent are E_FRAME_EARLY", () => {
    const parser = new FrameParser({ resultBytesMax: 100, llmStepIds: [] });
    expect(toCode(parser.push(encoder.encode(result(1))))).toEqual(["E_FRAME_EARLY"]);
  });
});

describe("limits", () => {
  test("a flood without a line feed is E_FRAME_TOO_BIG before it is whole", () => {
    const parser = parserFor();
    const chunk = new Uint8Array(65_536).fill(0x61);
    const events = Array.from({ length: 40 }, () => parser.push(chunk)).flat();
    expect(toCode(events)).toEqual(["E_FRAME_TOO_BIG"]);
  });

  test("a result over max_output_bytes is E_FRAME_TOO_BIG and names both numbers", () => {
    const [event] = readAll(result("x".repeat(200)), { resultBytesMax: 100 });
    expect(event).toMatchObject({ code: "E_FRAME_TOO_BIG", detail: "234 bytes, 100 are allowed" });
  });

  test("an rpc may be larger than the result's limit, up to 1 MiB", () => {
    const events = readAll(rpc({ id: 1, prompt_id: "triage", input: "x".repeat(5_000) }), { resultBytesMax: 100 });
    expect(toCode(events)).toEqual(["step"]);
  });

  test("a result may be larger than an rpc where the contract says so", () => {
    expect(toCode(readAll(result("x".repeat(2_000_000)), { resultBytesMax: 3_000_000 }))).toEqual(["result"]);
  });

  test("over 4 MiB of stdout is E_STDOUT_LIMIT whatever the result may hold", () => {
    expect(toCode(readAll(result("x".repeat(4_300_000)), { resultBytesMax: 8_000_000 }))).toEqual(["E_STDOUT_LIMIT"]);
  });

  test("1,000 lines are read and the next is E_FRAME_LIMIT, blank ones included", () => {
    expect(toCode(readAll("\n".repeat(999) + result(1)))).toEqual(["result"]);
    expect(toCode(readAll("\n".repeat(1_001)))).toEqual(["E_FRAME_LIMIT"]);
  });

  test("64 levels of nesting are read and 65 are not", () => {
    const nested = (levels: number) => `{"__frame__":"result","output":${"[".repeat(levels)}${"]".repeat(levels)}}\n`;
    expect(toCode(readAll(nested(63)))).toEqual(["result"]);
    expect(toCode(readAll(nested(64)))).toEqual(["E_FRAME_DEPTH"]);
  });
});

describe("a frame that is read", () => {
  test.each([
    ["a lone surrogate", '{"__frame__":"result","output":"\\ud800"}\n'],
    ["duplicate keys, the last one counts", '{"__frame__":"result","output":1,"output":2}\n'],
    ["CRLF at its end", result(1).replace("\n", "\r\n")],
    ["null as the output", result(null)],
    ["brackets and quotes inside text", result(`${"[{".repeat(100)}\\"`)],
    ["unknown extra fields", '{"__frame__":"result","output":1,"extra":true}\n'],
  ])("%s", (_name, stdout) => {
    expect(toCode(readAll(stdout))).toEqual(["result"]);
  });

  test("unknown fields are dropped from what is recorded", () => {
    const [event] = readAll('{"__frame__":"result","output":1,"extra":true}\n');
    expect(event).toMatchObject({ frame: { raw: { __frame__: "result", output: 1 } } });
    expect(JSON.stringify(event)).not.toContain("extra");
  });

  test("a call of a model step and of a service", () => {
    const events = readAll(
      rpc({ id: "a", prompt_id: "triage", input: { x: 1 }, max_tokens: 9 }) +
        rpc({ id: "b", service: "clock", method: "now", input: {} }),
    );
    expect(events).toMatchObject([
      { frame: { kind: "step", id: "a", stepId: "triage", input: { x: 1 }, maxTokens: 9 } },
      { frame: { kind: "service", id: "b", service: "clock", method: "now" } },
    ]);
  });

  test("any split of the bytes gives the same frames", () => {
    const stdout = encoder.encode(
      `${rpc({ id: 1, prompt_id: "triage", input: "grüße 🙂" })}\n${result({ text: "ünïcode" })}`,
    );
    const whole = readAll(stdout);
    fc.assert(
      fc.property(fc.array(fc.nat(stdout.length)), (cuts) => {
        const parser = parserFor();
        const places = [0, ...cuts.sort((a, b) => a - b), stdout.length];
        const events = places.flatMap((place, index) =>
          parser.push(stdout.subarray(place, places[index + 1] ?? place)),
        );
        expect([...events, ...parser.end()]).toEqual(whole);
      }),
    );
  });

  test("any JSON output comes through unchanged, or is refused by name", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (output) => {
        const [event] = readAll(result(output));
        if (event?.kind === "frame" && event.frame.kind === "result") {
          expect(event.frame.output).toEqual(JSON.parse(JSON.stringify(output)));
        } else expect(event).toMatchObject({ kind: "fault", code: "E_FRAME_FORBIDDEN_KEY" });
      }),
    );
  });
});

test("nothing is read after a fault", () => {
  const parser = parserFor();
  expect(toCode(parser.push(encoder.encode(`x\n${result(1)}`)))).toEqual(["E_FRAME_NOT_JSON"]);
  expect(parser.push(encoder.encode(result(1)))).toEqual([]);
  expect(parser.end()).toEqual([]);
});
