import { expect, test } from "vitest";
import { isSettled } from "./is-settled";

test.each<[string, { id: string; status: string }[], string | null, boolean]>([
  ["nothing was run", [], null, true],
  ["the newest is not listed yet", [{ id: "a", status: "completed" }], "b", false],
  ["the newest goes on", [{ id: "b", status: "running" }], "b", false],
  [
    "another one goes on",
    [
      { id: "a", status: "queued" },
      { id: "b", status: "failed" },
    ],
    "b",
    false,
  ],
  [
    "all ended",
    [
      { id: "a", status: "completed" },
      { id: "b", status: "failed" },
    ],
    "b",
    true,
  ],
])("when %s", (_, listed, newest, expected) => expect(isSettled(listed, newest)).toBe(expected));
