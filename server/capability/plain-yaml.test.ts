import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument, stringify } from "yaml";
import { readPlainYaml } from "./plain-yaml";

const SHIPPED = join(import.meta.dirname, "../../capabilities");

/** What the whole parser answers; undefined where it finds fault. */
function readWhole(text: string): { value: unknown } | undefined {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, version: "1.2" });
  return document.errors.length > 0 ? undefined : { value: document.toJS({ maxAliasCount: 100 }) };
}

describe("what is read", () => {
  test.each([
    ["maps in maps", "a:\n  b:\n    c: d\n  e: f\n", { a: { b: { c: "d" }, e: "f" } }],
    ["lists, in the column of their key and further in", "a:\n- x\n- y\nb:\n  - z\n", { a: ["x", "y"], b: ["z"] }],
    ["lists of maps", "a:\n  - k: v\n    l:\n      - 1\n  - k: w\n", { a: [{ k: "v", l: [1] }, { k: "w" }] }],
    [
      "words that are values",
      "a: true\nb: false\nc: null\nd:\ne: 12\nf: -0.5\n",
      { a: true, b: false, c: null, d: null, e: 12, f: -0.5 },
    ],
    [
      "words that only look so",
      "a: 0.1.0\nb: yes\nc: 3 items\nd: trueish\ne: 18-24\nf: 3DES\n",
      { a: "0.1.0", b: "yes", c: "3 items", d: "trueish", e: "18-24", f: "3DES" },
    ],
    ["text that goes on below", "a: one\n  two\n\n  three\nb: x\n", { a: "one two\nthree", b: "x" }],
    ["text that begins below", "a:\n  one\n  two\n", { a: "one two" }],
    ["quotes", `a: "one: \\"two\\" \\u00e9"\nb: 'it''s'\n`, { a: 'one: "two" \u00e9', b: "it's" }],
    [
      "quotes that go on below",
      `a: "one\n  two\\\n  three"\nb: 'four\n\n  five'\n`,
      { a: "one twothree", b: "four\nfive" },
    ],
    ["text as it stands", "a: |\n  one\n    two\n\n  three\nb: |-\n  x\n", { a: "one\n  two\n\nthree\n", b: "x" }],
    ["folded text", "a: >\n  one\n  two\n\n  three\nb: >-\n  x\n", { a: "one two\nthree\n", b: "x" }],
    ["empty collections", "a: []\nb: {}\n", { a: [], b: {} }],
    ["comments on lines of their own", "# first\na: 1\n# second\nb:\n  # third\n  - x\n", { a: 1, b: ["x"] }],
    ["Chinese", "名称: 工单\n", { 名称: "工单" }],
  ])("%s", (_, text, value) => {
    expect(readPlainYaml(text)).toEqual({ value });
    expect(readWhole(text)).toEqual({ value });
  });
});

describe("what is left to the whole parser", () => {
  test.each([
    "",
    "just text\n",
    "a: b: c\n",
    "a: b # c\n",
    "a: {b: c}\n",
    "a: &x b\n",
    "a: *x\n",
    "a: !!str 1\n",
    "a: >\n  folded\n    further\n",
    "a: |+\n  kept\n\n",
    "a: 0x1F\n",
    "a: 007\n",
    "a: 1e3\n",
    "a: .5\n",
    "a: True\n",
    "a: ~\n",
    "a: 'b\n",
    "a: 1\na: 2\n",
    "a: 1\n  b: 2\n",
    "<<: x\n",
    "__proto__: x\n",
    "1: x\n",
    "true: x\n",
    "- - a\n",
    "a: 1\n---\nb: 2\n",
    "a:\tb\n",
    "a: b\r\n",
    "\uFEFFa: b\n",
    "a: |\n  x \n",
    `${"a:\n".repeat(1)}${Array.from({ length: 40 }, (_, at) => `${" ".repeat(at + 1)}a:\n`).join("")}`,
    `a: ${"[".repeat(300)}\n`,
  ])("%j", (text) => {
    expect(readPlainYaml(text)).toBeNull();
  });
});

/** Bits of YAML that mean something somewhere. */
const BITS = [
  " ",
  "  ",
  "\n",
  "\n\n",
  ": ",
  ":",
  "- ",
  "-",
  " #",
  "#",
  "'",
  '"',
  "|",
  "|-\n",
  ">",
  "[",
  "{",
  "[]",
  "&a ",
  "*a",
];
const MORE = [
  "!",
  "? ",
  "%",
  "@",
  "`",
  "~",
  "null",
  "true",
  "1",
  "1.5",
  "0x1",
  "...",
  "\n---\n",
  "<<: ",
  "é",
  "能力",
  "\u00a0",
];
const LINES = [
  "\\n",
  "\\\n",
  "''",
  "k: v\n",
  "  k: v\n",
  "- a\n",
  "  - a\n",
  "# c\n",
  "  # c\n",
  " \n",
  ",",
  "x:\n",
  "x: |\n  a\n",
];

const texts = existsSync(SHIPPED)
  ? readdirSync(SHIPPED)
      .map((name) => join(SHIPPED, name, "CAPABILITY.yaml"))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, "utf8"))
  : [];

/** Lines moved out so that the first begins in the first column. */
function toOuter(lines: readonly string[]): string {
  const indent = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
  return lines.map((line) => line.slice(Math.min(indent, line.search(/\S|$/)))).join("\n");
}

const fragment = fc.constantFrom(...BITS, ...MORE, ...LINES);
/** A stretch of a real contract with a few bits put in, or nothing but bits. */
const text = fc
  .record({
    source: fc.constantFrom("", ...texts.map((own) => stringify(parseDocument(own).toJS()))),
    from: fc.nat(40),
    lines: fc.integer({ min: 0, max: 12 }),
    edits: fc.array(fc.record({ at: fc.nat(400), cut: fc.nat(2), bit: fragment }), { maxLength: 4 }),
  })
  .map(({ source, from, lines, edits }) => {
    const start = toOuter(source.split("\n").slice(from, from + lines));
    return edits.reduce((whole, { at, cut, bit }) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + bit + whole.slice(place + cut);
    }, start);
  });

test("whatever is answered is what the whole parser answers", () => {
  let answered = 0;
  fc.assert(
    fc.property(text, (own) => {
      const plain = readPlainYaml(own);
      if (!plain) return;
      answered += 1;
      expect(plain).toEqual(readWhole(own));
    }),
    { numRuns: 20_000 },
  );
  expect(answered).toBeGreaterThan(3_000);
});

test("what the library writes is read, whatever the text", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("name", "when", "x-own"), fc.string({ unit: "grapheme" })), (value) => {
      const plain = readPlainYaml(stringify(value));
      if (plain) expect(plain).toEqual({ value });
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ["one quote over many lines", `a: "${"x\n  ".repeat(60_000)}`],
  ["nothing but backslashes", `a: "${"\\".repeat(250_000)}`],
  ["spaces", `a: x${" ".repeat(250_000)}y`],
  ["empty lines", `a: x${"\n".repeat(250_000)}`],
  ["colons", `a: ${":".repeat(250_000)}`],
  ["quotes in quotes", `a: '${"''".repeat(120_000)}`],
])("%s is answered at once", (_, own) => {
  const started = performance.now();
  readPlainYaml(own);
  expect(performance.now() - started).toBeLessThan(2_000);
});
