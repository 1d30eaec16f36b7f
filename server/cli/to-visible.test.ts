import { expect, test } from "vitest";
import { toVisible } from "./to-visible";

test.each([
  ["plain text stays", "Reads a file.\n\tNext line.", "Reads a file.\n\tNext line."],
  ["what clears the screen and colours", "\u001b[2J\u001b[31mred", "\\u001b[2J\\u001b[31mred"],
  ["what retitles the window", "\u001b]0;mine\u0007", "\\u001b]0;mine\\u0007"],
  ["the one-byte form of the same", "\u009b2J", "\\u009b2J"],
  ["a return that writes over the line", "bad\rgood", "bad\\u000dgood"],
  ["what turns words around", "safe \u202egnp.exe", "safe \\u202egnp.exe"],
  ["letters nobody sees, as JSON writes them", "a\u{e0041}\u{e0042}b", "a\\udb40\\udc41\\udb40\\udc42b"],
  ["a family of emoji stays", "👨‍👩‍👧 ok", "👨‍👩‍👧 ok"],
  ["Persian stays", "می‌خواهم", "می‌خواهم"],
  ["Chinese stays", "查询工单", "查询工单"],
])("%s", (_, text, visible) => {
  expect(toVisible(text)).toBe(visible);
});

test("a JSON document is the same value afterwards", () => {
  const value = { name: "\u202ex\u{e0041}\u001b", list: ["\u2028"] };
  expect(JSON.parse(toVisible(JSON.stringify(value)))).toEqual(value);
});
