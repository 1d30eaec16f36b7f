// Programs that break the rules of time, memory, frames and calls (sandbox.md 6, rows 53 to 92). Run as a capability with
// input {name}; each gets the lines of stdin that follow the job.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

const { console: log } = globalThis;

const raw = (text) => {
  // A whole line at once, also over a pipe that is full for the moment.
  let rest = Buffer.isBuffer(text) ? text : Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
};
const frame = (value) => raw(`${JSON.stringify(value)}\n`);
const result = (output) => frame({ __frame__: "result", output });
const rpc = (id, more = {}) => frame({ __frame__: "rpc", id, prompt_id: "triage", input: {}, ...more });
const forever = () => setInterval(() => {}, 1_000);

const TIME = {
  loop: () => {
    for (;;);
  },
  never_answers: () => forever(),
  ignores_sigterm: () => {
    process.on("SIGTERM", () => {});
    forever();
  },
  regex_bomb: () => /^(a+)+$/.test(`${"a".repeat(40)}b`),
  await_forever: async () => {
    forever();
    await new Promise(() => {});
  },
  microtasks: () => {
    const again = () => Promise.resolve().then(again);
    void again();
  },
};

const MEMORY = {
  heap: () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(0.5));
  },
  buffers: () => {
    const kept = [];
    for (;;) kept.push(Buffer.alloc(16 * 1_048_576, 1));
  },
  buffers_slowly: async () => {
    const kept = [];
    for (;;) {
      kept.push(Buffer.alloc(16 * 1_048_576, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
  wasm: () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    for (;;) {
      memory.grow(256);
      new Uint8Array(memory.buffer).fill(1);
    }
  },
  giant_string: () => result("x".repeat(2 ** 29 + 24)),
  fill_disk: async () => {
    const { openSync, writeSync: write } = await import("node:fs");
    const chunk = Buffer.alloc(4 * 1_048_576, 1);
    try {
      for (let file = 0; ; file++) write(openSync(`fill-${file}`, "w"), chunk);
    } catch (error) {
      result(error.code);
    }
  },
};

const FRAMES = {
  flood_of_lines: () => {
    for (;;) raw('{"__frame__":"nonsense"}\n');
  },
  flood_without_line_feed: () => {
    for (;;) raw("x".repeat(65_536));
  },
  flood_of_blank_lines: () => {
    for (;;) raw("\n".repeat(4_096));
  },
  five_mebibytes: () => {
    for (let index = 0; index < 12; index++) rpc(index, { prompt_id: "triage", input: "x".repeat(900_000) });
  },
  flood_of_log: () => {
    for (let index = 0; index < 5_000; index++) log.error("x".repeat(99));
    result("done");
  },
  result_too_big: () => result("x".repeat(2 * 1_048_576)),
  plain_text: () => raw("Loading data ...\n"),
  console_log: () => {
    log.log("hello %s", "log");
    log.info("info");
    log.table([{ a: 1 }]);
    result("done");
  },
  stdout_write: () => {
    process.stdout.write("not a frame\n");
    forever();
  },
  array: () => raw("[]\n"),
  echo_job: () => frame({ __frame__: "job", input: {} }),
  proto_key: () => raw('{"__frame__":"result","output":{"__proto__":{"polluted":true}}}\n'),
  deep: () => raw(`{"__frame__":"result","output":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`),
  bad_utf8: () => raw(Buffer.from([0x22, 0xff, 0x22, 0x0a])),
  nul: () => raw(Buffer.from([0x7b, 0x00, 0x7d, 0x0a])),
  lone_surrogate: () => raw('{"__frame__":"result","output":"\\ud800"}\n'),
  crlf: () => raw('{"__frame__":"result","output":"done"}\r\n'),
  split: async () => {
    for (const part of ['{"__frame', '__":"result","out', 'put":"done"}\n']) {
      raw(part);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
  big_result_then_exit: () => {
    process.stdout.write(`${JSON.stringify({ __frame__: "result", output: "x".repeat(1_000_000) })}\n`);
    process.exit(0);
  },
  frame_by_console_log: () => {
    log.log(JSON.stringify({ __frame__: "result", output: 1 }));
    process.exit(0);
  },
  undefined_output: () => result(undefined),
  bigint: () => result(1n),
  circular: () => {
    const value = {};
    value.self = value;
    result(value);
  },
  two_results: () => {
    result(1);
    result(2);
  },
  rpc_after_result: () => {
    result(1);
    rpc(1);
  },
  garbage_after_result: () => {
    result(1);
    raw("bye\n");
  },
  unfinished_line: () => {
    raw('{"__frame__":"result","output":1}');
    process.exit(0);
  },
  unfinished_line_and_waits: () => raw('{"__frame__":"result","output":1}'),
};

const ENDS = {
  exit_0: () => process.exit(0),
  exit_3: () => process.exit(3),
  throws: () => {
    throw new TypeError("the reason");
  },
  rejects: () => Promise.reject(new Error("nobody awaits this")),
  abort: () => process.abort(),
  kill_itself: () => process.kill(process.pid, "SIGKILL"),
  lingers: () => {
    result("done");
    forever();
  },
  closes_stdout: async () => {
    const { closeSync } = await import("node:fs");
    closeSync(1);
    forever();
  },
  closes_stdin: () => {
    process.stdin.destroy();
    result("done");
  },
  closes_all_and_lingers: async () => {
    const { closeSync } = await import("node:fs");
    for (const fd of [0, 1, 2]) closeSync(fd);
    forever();
  },
  result_then_exit_3: () => {
    result("done");
    process.exit(3);
  },
};

/** Sends calls and returns what the host answered, as the result. */
async function ask(lines, frames, count = frames.length) {
  for (const value of frames) frame(value);
  const answers = [];
  while (answers.length < count) answers.push(JSON.parse((await lines.next()).value));
  result(answers);
}

const call = (id, more = {}) => ({ __frame__: "rpc", id, prompt_id: "triage", input: { id }, ...more });

const CALLS = {
  one_call: (lines) => ask(lines, [call("a", { max_tokens: 5 })]),
  three_calls_one_by_one: async (lines) => {
    const answers = [];
    for (const id of [1, 2, 3]) {
      frame(call(id));
      answers.push(JSON.parse((await lines.next()).value));
    }
    result(answers);
  },
  service: (lines) => ask(lines, [{ __frame__: "rpc", id: 1, service: "clock", method: "now", input: {} }]),
  service_not_required: (lines) =>
    ask(lines, [{ __frame__: "rpc", id: 1, service: "http_client", method: "get", input: {} }]),
  no_id: () => frame({ __frame__: "rpc", prompt_id: "triage", input: {} }),
  same_id: () => {
    rpc(1);
    rpc(1);
  },
  unknown_prompt: () => rpc(1, { prompt_id: "other" }),
  path_as_prompt: () => rpc(1, { prompt_id: "../../etc/passwd" }),
  object_as_prompt: () => rpc(1, { prompt_id: {} }),
  twenty_at_once: () => {
    for (let id = 0; id < 20; id++) rpc(id);
    forever();
  },
  two_thousand: async (lines) => {
    for (let id = 0; id < 2_000; id++) {
      rpc(id);
      await lines.next();
    }
  },
  dies_while_waiting: async () => {
    rpc(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.exit(3);
  },
  waits_for_ever: () => {
    rpc(1);
    forever();
  },
};

const PROGRAMS = { ...TIME, ...MEMORY, ...FRAMES, ...ENDS, ...CALLS };

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { input } = JSON.parse((await lines.next()).value);
await PROGRAMS[input.name](lines);
