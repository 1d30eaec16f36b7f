import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findRoots } from "./roots";
import { makeRoot, makeTempFolder, writeTool } from "./testing";

test("roots keep their order; a path that is listed twice counts where it stands last", async () => {
  using folder = makeTempFolder();
  const [a, b] = [join(folder.path, "a"), join(folder.path, "b")];
  const roots = await findRoots(
    [makeRoot(a, { origin: "first" }), makeRoot(b), makeRoot(a, { origin: "again" })],
    new Set(),
  );
  expect(roots.map(({ path, order, origin }) => [path, order, origin])).toEqual([
    [b, 0, "settings"],
    [a, 1, "again"],
  ]);
});

test("a root is pending until its very path is admitted", async () => {
  using folder = makeTempFolder();
  const root = makeRoot(folder.path, { admission: "needed" });
  const admissionOf = async (admitted: string[]) => (await findRoots([root], new Set(admitted)))[0]?.admission;
  expect(await admissionOf([])).toBe("pending");
  expect(await admissionOf([join(folder.path, "inner"), join(folder.path, "..")])).toBe("pending");
  expect(await admissionOf([folder.path])).toBe("admitted");
});

test("what can be written: the team's folders, also those that can still be made; never what ships", async () => {
  using folder = makeTempFolder();
  writeTool(folder.path, "x");
  writeFileSync(join(folder.path, "file"), "");
  const roots = await findRoots(
    [
      makeRoot(join(folder.path, "x")),
      makeRoot(join(folder.path, "deep/er/still")),
      makeRoot(folder.path, { layer: "L1" }),
    ],
    new Set(),
  );
  expect(roots.map(({ exists, writable }) => [exists, writable])).toEqual([
    [true, true],
    [false, true],
    [true, false],
  ]);
});
