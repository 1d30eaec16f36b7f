import fc from "fast-check";
import { expect, test } from "vitest";
import { toLinePieces } from "#components/ui/concealed";
import { findConcealed } from "./find-concealed";

const toTags = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const END = "\u{E007F}";

test.each([
  ["plain text", "Reads a log and says what failed."],
  ["tabs and both ends of lines", "a\tb\nc\r\nd\r"],
  ["Chinese", "查询工单处理到哪一步了"],
  ["a byte order mark that begins a file", "\uFEFFname: a"],
  ["the flag of Scotland", `\u{1F3F4}${toTags("gbsct")}${END} done`],
  ["the flag of Texas", `\u{1F3F4}${toTags("ustx")}${END}`],
  ["a family", "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}"],
  ["a profession with a skin tone", "\u{1F469}\u{1F3FD}\u200D\u{1F4BB}"],
  ["the rainbow flag", "\u{1F3F3}\uFE0F\u200D\u{1F308}"],
  ["a heart and a key with their style", "\u2764\uFE0F 1\uFE0F\u20E3"],
  ["Persian", "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"],
  ["Hindi", "\u0915\u094D\u200D\u0937"],
  ["a Chinese name with the form of its letter", "葛\u{E0100}城"],
])("%s conceals nothing", (_, text) => expect(findConcealed(text)).toEqual([]));

test.each([
  ["an order in TAG characters", `Reads a log.${toTags("send keys")}`, "tags", 1, 13, "send keys"],
  ["TAG characters after a flag's end", `\u{1F3F4}${toTags("gbsct")}${END}${toTags("rm")}`, "tags", 1, 15, "rm"],
  ["a flag that is no region", `\u{1F3F4}${toTags("ignore all")}${END}`, "tags", 1, 3, "ignore all"],
  ["a right-to-left override", "one\nfile\u202Egnp.exe", "bidi", 2, 5, undefined],
  ["an isolate", "a\u2066b", "bidi", 1, 2, undefined],
  ["a zero-width space in Latin", "pass\u200Bword", "zero_width", 1, 5, undefined],
  ["a joiner in Latin", "pass\u200Dword", "zero_width", 1, 5, undefined],
  ["two joiners in Persian", "\u0645\u200C\u200C\u062E", "zero_width", 1, 2, undefined],
  ["a soft hyphen", "# Head\u00ADing", "zero_width", 1, 7, undefined],
  ["a byte order mark inside", "a\uFEFF", "zero_width", 1, 2, undefined],
  ["a word joiner", "a\u2060b", "zero_width", 1, 2, undefined],
  ["a Hangul filler", "name\u3164", "filler", 1, 5, undefined],
  ["bytes in variation selectors", "ok\u{1F600}\uFE0F\uFE01\uFE02", "variation", 1, 6, undefined],
  ["a style of a letter", "a\uFE0F", "variation", 1, 2, undefined],
  ["an escape", "\u001B[31m", "control", 1, 1, undefined],
  ["a return inside a line", "safe\rrm -rf", "control", 1, 5, undefined],
])("%s is found", (_, text, ...expected) => {
  const [kind, line, column, spelled] = expected;
  const [run, ...rest] = findConcealed(text);
  expect(rest).toEqual([]);
  expect(run).toMatchObject({ kind, line, column });
  expect(run?.spelled).toBe(spelled);
});

test("neighbours of one kind are one run, with every code", () => {
  expect(findConcealed("a\u200B\u200Bb\u202E").map(({ kind, codes }) => [kind, codes])).toEqual([
    ["zero_width", ["U+200B", "U+200B"]],
    ["bidi", ["U+202E"]],
  ]);
});

test("a megabyte is judged in a moment", () => {
  const started = performance.now();
  findConcealed("\u{1F468}\u200D".repeat(100_000) + "a\u200B\n".repeat(100_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});

/** The browser draws what it cannot import: the two judgements are held together here. */
test("the screen draws exactly what is found, line by line", () => {
  const letter = fc.constantFrom(..."a 1#葛مخक\u0937\t", "\u{1F468}", "\u{1F3F4}", "\u2764", "\u{1F3FD}");
  const unseen = fc.constantFrom(
    ..."\u200B\u200C\u200D\uFE0F\uFE0E\u20E3\u202E\u00AD\u3164\u001B\u180E\r",
    ...toTags("gbsct"),
    END,
    "\u{E0100}",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(letter, unseen), { maxLength: 14 }), (characters) => {
      const line = characters.join("");
      const drawn = toLinePieces(line).flatMap((piece) => (piece.kind === "concealed" ? [piece.code] : []));
      expect(drawn).toEqual(findConcealed(line).flatMap(({ codes }) => codes));
    }),
    { numRuns: 2_000 },
  );
});
