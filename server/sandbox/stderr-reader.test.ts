import { expect, test } from "vitest";
import { StderrReader } from "./stderr-reader";

const read = (reader: StderrReader, text: string) => [...reader.push(Buffer.from(text)), ...reader.end()];

test("the guard's lines are told from the code's", () => {
  const events = read(new StderrReader("n0"), "\u0001n0 ready \nhello\n\u0001n0 denied fs.read /etc/passwd\n");
  expect(events).toEqual([
    { kind: "ready" },
    { kind: "log", line: "hello" },
    { kind: "denied", tried: "fs.read /etc/passwd" },
  ]);
});

test("a line with another nonce is only text", () => {
  const reader = new StderrReader("n0");
  expect(read(reader, "\u0001n1 ready \n")).toEqual([{ kind: "log", line: "\u0001n1 ready " }]);
});

test("text without a line feed may stand before the guard's line", () => {
  expect(read(new StderrReader("n0"), "half\u0001n0 denied fetch http://x\n")).toEqual([
    { kind: "log", line: "half" },
    { kind: "denied", tried: "fetch http://x" },
  ]);
});

test("a line may come in pieces, and the last one without its end", () => {
  const reader = new StderrReader("n0");
  expect(reader.push(Buffer.from("grü"))).toEqual([]);
  expect(read(reader, "ße\nrest")).toEqual([
    { kind: "log", line: "grüße" },
    { kind: "log", line: "rest" },
  ]);
});

test("64 KiB are kept, the rest is counted, and denials after them still count", () => {
  const reader = new StderrReader("n0");
  const events = read(reader, `${"x".repeat(99)}\n`.repeat(1_000).concat("\u0001n0 denied late \n"));
  expect(Buffer.byteLength(reader.text)).toBe(65_536);
  expect(reader.droppedBytes).toBe(100_000 - 65_536);
  expect(events.at(-1)).toEqual({ kind: "denied", tried: "late" });
});

test("1,000 lines are told one by one, the others are in the text and counted", () => {
  const reader = new StderrReader("n0");
  expect(read(reader, "x\n".repeat(1_500))).toHaveLength(1_000);
  expect(reader.untoldLines).toBe(500);
  expect(reader.text.length).toBe(3_000);
});

test("a flood without a line feed does not pile up", () => {
  const reader = new StderrReader("n0");
  for (let index = 0; index < 100; index++) reader.push(Buffer.alloc(65_536, 0x61));
  reader.end();
  expect(reader.text.length).toBe(65_536);
  expect(reader.droppedBytes).toBe(99 * 65_536);
});
