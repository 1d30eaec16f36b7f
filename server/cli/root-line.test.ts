import { describe, expect, test } from "vitest";
import type { DiagnosedRoot } from "./backend";
import { toRootLine } from "./root-line";

const ROOT: DiagnosedRoot = {
  path: "/p",
  layer: "L2",
  origin: "project",
  admission: "admitted",
  exists: true,
  entries: 3,
};

describe("the line of a root", () => {
  test.each<[string, Partial<DiagnosedRoot>, string]>([
    ["counts what it holds", {}, "L2 /p (project): 3 entries"],
    ["says that it is not there", { exists: false, entries: 0 }, "L2 /p (project): not there"],
    ["says that it waits", { admission: "pending" }, "L2 /p (project): 3 entries, waits for admission in Settings"],
    [
      "says why it could not be read, whatever else is known",
      { exists: false, entries: 0, problem: "The folder cannot be read: EMFILE." },
      "L2 /p (project): The folder cannot be read: EMFILE.",
    ],
  ])("%s", (_, changed, expected) => {
    expect(toRootLine({ ...ROOT, ...changed })).toBe(expected);
  });
});
