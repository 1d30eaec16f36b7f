import { expect, test } from "vitest";
import { toLinePieces } from "./concealed";

test.each([
  ["plain text is one piece", "rm -rf build", [{ kind: "text", text: "rm -rf build" }]],
  ["a tab is seen and stays", "a\tb", [{ kind: "text", text: "a\tb" }]],
  [
    "a right-to-left override is drawn by its code",
    "file\u202Egnp.exe",
    [
      { kind: "text", text: "file" },
      { kind: "concealed", code: "U+202E" },
      { kind: "text", text: "gnp.exe" },
    ],
  ],
  ["a zero-width space alone is drawn", "\u200B", [{ kind: "concealed", code: "U+200B" }]],
  [
    "an escape sequence shows its escape",
    "\u001B[31m",
    [
      { kind: "concealed", code: "U+001B" },
      { kind: "text", text: "[31m" },
    ],
  ],
  ["a tag character beyond the first plane is drawn", "\u{E0041}", [{ kind: "concealed", code: "U+E0041" }]],
  ["Chinese and emoji are text", "设备 \u{1F600}", [{ kind: "text", text: "设备 \u{1F600}" }]],
  ["an empty line has no pieces", "", []],
])("%s", (_, line, pieces) => expect(toLinePieces(line)).toEqual(pieces));
