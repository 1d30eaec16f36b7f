import { describe, expect, test } from "vitest";
import { readTextFile } from "./read-text-file";

const toFile = (bytes: Uint8Array<ArrayBuffer> | string) => new File([bytes], "access.log");

describe("readTextFile", () => {
  test("answers the text whole, with its size and lines", async () => {
    expect(await readTextFile(toFile("\uFEFF一行\nzwei\n"), "log")).toEqual({
      kind: "ok",
      attachment: { path: "log", fileName: "access.log", text: "\uFEFF一行\nzwei\n", bytes: 15, lines: 2 },
    });
  });

  test.each([
    ["bytes that are not UTF-8", new Uint8Array([0x61, 0xff, 0xfe])],
    ["a character cut in half", new Uint8Array([0xe4, 0xb8])],
    ["zero bytes", new Uint8Array([0x61, 0x00])],
  ])("refuses %s", async (_name, bytes) => {
    expect(await readTextFile(toFile(bytes), "log")).toEqual({ kind: "not_text" });
  });

  test("refuses more than 20 MB unread, with the size", async () => {
    const file = toFile(new Uint8Array(20_000_001));
    expect(await readTextFile(file, "log")).toEqual({ kind: "too_large", bytes: 20_000_001 });
  });
});
