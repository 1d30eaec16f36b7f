import { findServerCode } from "./find-server-code";
import { expect, test } from "./fixtures";

test("no script of the pages carries server code", () => {
  const { files, found } = findServerCode();
  expect(files).toBeGreaterThan(0);
  expect(found).toEqual([]);
});
