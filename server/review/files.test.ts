import { describe, expect, test } from "vitest";
import { applyChanges } from "./apply-changes";
import { diffFiles, toText } from "./diff-files";

const files = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([path, text]): [string, Uint8Array] => [path, Buffer.from(text)]));

const base = files({ "CAPABILITY.yaml": "name: a", "impl/run.mjs": "1", "data.bin": "\u0000" });

test("a save replaces, adds and deletes what it names and keeps the rest", () => {
  const after = applyChanges(base, [
    { path: "impl/run.mjs", text: "2" },
    { path: "prompts/new.md", text: "" },
    { path: "CAPABILITY.yaml", text: null },
  ]);
  expect(new Map([...after].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))).toEqual(
    new Map([
      ["impl/run.mjs", "2"],
      ["data.bin", "\u0000"],
      ["prompts/new.md", ""],
    ]),
  );
  expect(base.size).toBe(3);
});

describe("paths that are refused", () => {
  test.each([
    "../x",
    "a/../../x",
    "/etc/passwd",
    "C:/x",
    "a\\..\\x",
    "a//b",
    "./a",
    "a/./b",
    "",
    ".env",
    "impl/.hidden",
    ".git/hooks/pre-commit",
    "node_modules/x/index.js",
    "impl/node_modules/x.js",
    "a\nb",
    "a\u0000b",
    "1/2/3/4/5/6/7/8/9",
    "CAPABILITY.yaml/x",
  ])("%j", (path) => {
    expect(() => applyChanges(base, [{ path, text: "x" }])).toThrow(expect.objectContaining({ code: "bad_input" }));
  });
});

test.each([
  ["bytes", [{ path: "big.txt", text: "x".repeat(25 * 1_048_576) }]],
  ["files", Array.from({ length: 1_001 }, (_, at) => ({ path: `${at}.txt`, text: "" }))],
])("too many %s are refused with the number", (_, changes) => {
  expect(() => applyChanges(base, changes)).toThrow(
    expect.objectContaining({
      code: "too_large",
      message: expect.stringMatching(/would hold \d+ files and \d+ bytes/),
    }),
  );
});

test("a diff holds what differs, by path, with both sides", () => {
  const after = files({ "impl/run.mjs": "2", "prompts/new.md": "hi", "data.bin": "\u0000\u0001" });
  expect(diffFiles(base, after)).toEqual([
    { path: "CAPABILITY.yaml", before: "name: a", after: null, isBinary: false },
    { path: "data.bin", before: null, after: null, isBinary: true },
    { path: "impl/run.mjs", before: "1", after: "2", isBinary: false },
    { path: "prompts/new.md", before: null, after: "hi", isBinary: false },
  ]);
  expect(diffFiles(base, base)).toEqual([]);
});

test.each<[string, Uint8Array, string | null]>([
  ["UTF-8", Buffer.from("工单\r\n"), "工单\r\n"],
  ["a byte order mark, kept", Buffer.from("\uFEFFa"), "\uFEFFa"],
  ["a cut character", Buffer.from([0xe5, 0xb7]), null],
  ["a zero byte", Buffer.from("a\u0000"), null],
  ["more than 1 MiB", Buffer.alloc(1_048_577, 97), null],
])("%s as text", (_, bytes, text) => expect(toText(bytes)).toBe(text));
