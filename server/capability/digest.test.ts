import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf } from "./digest";

const encoder = new TextEncoder();
const files = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([path, text]) => [path, encoder.encode(text)]));
const yaml = (text: string) => digestOf(files({ "CAPABILITY.yaml": text }));

describe("the status line is the author's claim and does not count", () => {
  const base = yaml("name: a\nstatus: draft\ndescription: x\n");
  test.each([
    ["trusted", "name: a\nstatus: trusted\ndescription: x\n"],
    ["quoted", "name: a\nstatus: 'trusted'\ndescription: x\n"],
    ["with a comment", "name: a\nstatus: trusted # since Monday\ndescription: x\n"],
    ["with spaces", "name: a\nstatus:   draft  \ndescription: x\n"],
  ])("%s", (_, text) => expect(yaml(text)).toBe(base));

  test("with line ends of Windows", () =>
    expect(yaml("name: a\r\nstatus: draft\r\n")).toBe(yaml("name: a\r\nstatus: trusted\r\n")));
});

describe("everything else counts", () => {
  const base = yaml("name: a\nstatus: draft\ndescription: x\n");
  test.each([
    ["a status that is neither word", "name: a\nstatus: live\ndescription: x\n"],
    ["a quote that would swallow the next line", 'name: a\nstatus: "draft\ndescription: x\n'],
    ["an anchor that other lines could use", "name: a\nstatus: &a draft\ndescription: x\n"],
    ["a status line somewhere else", "status: draft\nname: a\ndescription: x\n"],
    ["an indented status", "name: a\n status: draft\ndescription: x\n"],
    ["a second status line", "name: a\nstatus: draft\ndescription: x\nstatus: draft\n"],
    ["a description", "name: a\nstatus: draft\ndescription: y\n"],
    ["a line end", "name: a\nstatus: draft\ndescription: x"],
    ["another kind of line end", "name: a\r\nstatus: draft\r\ndescription: x\r\n"],
  ])("%s", (_, text) => expect(yaml(text)).not.toBe(base));

  test("a status line in any other file", () => {
    expect(digestOf(files({ "prompts/a.md": "status: draft\n" }))).not.toBe(
      digestOf(files({ "prompts/a.md": "status: trusted\n" })),
    );
  });

  test("a file that moves, and bytes that move from one file into the next", () => {
    const digests = [
      { a: "xy", b: "" },
      { a: "x", b: "y" },
      { a: "", b: "xy" },
      { c: "xy", b: "" },
      { a: 'xy\n["b",0]\n' },
    ].map((entries) => digestOf(files(entries)));
    expect(new Set(digests).size).toBe(digests.length);
  });

  test("one flipped byte anywhere", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, at, by) => {
          const changed = Uint8Array.from(bytes);
          const index = at % bytes.length;
          changed[index] = (bytes[index] ?? 0) ^ by;
          expect(digestOf(new Map([["impl/run.mjs", changed]]))).not.toBe(digestOf(new Map([["impl/run.mjs", bytes]])));
        },
      ),
    );
  });
});

test("the order in which files are given does not count", () => {
  const one = files({ "CAPABILITY.yaml": "name: a", "impl/run.mjs": "x", "prompts/p.md": "y" });
  expect(digestOf(new Map([...one].reverse()))).toBe(digestOf(one));
});

test("the digest of a known set of files stays what it is, since trust is stored by it", () => {
  expect(digestOf(files({ "CAPABILITY.yaml": "name: a\nstatus: draft\n", "impl/run.mjs": "console.error(1)\n" }))).toBe(
    digestOf(files({ "CAPABILITY.yaml": "name: a\nstatus: trusted\n", "impl/run.mjs": "console.error(1)\n" })),
  );
  expect(digestOf(new Map())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});
