import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readInput } from "./read-input";

const folder = mkdtempSync(join(tmpdir(), "capstan-input-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [null, {}],
  ['{"a": 1}', { a: 1 }],
  ['"text"', "text"],
  ["[1, null]", [1, null]],
])("--input %s is %j", (text, value) => expect(readInput(text)).toEqual(value));

test("@file is read as UTF-8", () => {
  const file = join(folder, "input.json");
  writeFileSync(file, '{"文本": "工单"}');
  expect(readInput(`@${file}`)).toEqual({ 文本: "工单" });
});

test("what is no JSON, no file or no UTF-8 is usage that names it", () => {
  const latin = join(folder, "latin1.json");
  writeFileSync(latin, Buffer.from([0x22, 0xe9, 0x22]));
  for (const [text, sentence] of [
    ["{broken", /--input is not JSON/],
    [`@${join(folder, "absent.json")}`, /absent\.json cannot be read/],
    [`@${latin}`, /latin1\.json cannot be read as UTF-8/],
  ] as const) {
    expect(() => readInput(text)).toThrow(
      expect.objectContaining({ code: "bad_input", message: expect.stringMatching(sentence) }),
    );
  }
});
