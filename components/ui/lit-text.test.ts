import { describe, expect, test } from "vitest";
import { toLitPieces } from "./lit-text";

describe("lit pieces", () => {
  test.each([
    ["no stretch leaves the text whole", "log", [], [["log", false]]],
    ["an empty text has no pieces", "", [{ start: 0, end: 3 }], []],
    [
      "a stretch in the middle cuts in three",
      "a log line",
      [{ start: 2, end: 5 }],
      [
        ["a ", false],
        ["log", true],
        [" line", false],
      ],
    ],
    [
      "overlapping and touching stretches join",
      "abcdef",
      [
        { start: 3, end: 5 },
        { start: 0, end: 2 },
        { start: 2, end: 4 },
      ],
      [
        ["abcde", true],
        ["f", false],
      ],
    ],
    [
      "what lies outside the text is ignored",
      "ab",
      [
        { start: -4, end: 1 },
        { start: 9, end: 12 },
      ],
      [
        ["a", true],
        ["b", false],
      ],
    ],
    [
      "Chinese text is cut by units",
      "设备清单",
      [{ start: 0, end: 2 }],
      [
        ["设备", true],
        ["清单", false],
      ],
    ],
  ] as const)("%s", (_, text, stretches, pieces) => {
    expect(toLitPieces(text, stretches).map((piece) => [piece.text, piece.isLit])).toEqual(pieces);
  });
});
