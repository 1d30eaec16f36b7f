import { expect, test } from "vitest";
import { decodeText } from "./decode-text";

test.each([
  ["nothing", ""],
  ["plain text", "name: a\n"],
  ["characters of one to four bytes", "é 能力 🦆"],
  ["a replacement character that the author wrote", "was \uFFFD there"],
  ["a byte order mark", "\uFEFFname: a"],
])("%s is text", (_, text) => {
  expect(decodeText(Buffer.from(text, "utf8"))).toEqual({ kind: "ok", text });
});

test.each([
  ["a Latin-1 letter", Buffer.from("name: a\ndescription: caf\xE9\n", "latin1"), 2, 17],
  ["a character cut in two", Buffer.from("能力", "utf8").subarray(0, 5), 1, 2],
  ["a replacement character before the wrong byte", Buffer.concat([Buffer.from("\uFFFD"), Buffer.of(0xff)]), 1, 2],
])("%s is told with its place", (_, bytes, line, column) => {
  expect(decodeText(bytes)).toEqual({ kind: "bad", line, column, reason: "it is not UTF-8" });
});

test("UTF-16 is called by its name", () => {
  const bytes = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from("name: a", "utf16le")]);
  expect(decodeText(bytes)).toMatchObject({ kind: "bad", line: 1, column: 1, reason: "it is UTF-16" });
});
