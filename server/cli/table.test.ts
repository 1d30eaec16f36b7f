import { expect, test } from "vitest";
import { toTable } from "./table";

test("columns line up, wide characters count as two, and nothing trails", () => {
  const table = toTable(
    ["name", "state", "description"],
    [
      ["csv-profile", "draft", ""],
      ["工单", "trusted", "查询"],
    ],
  );
  expect(table.split("\n")).toEqual([
    "name         state    description",
    "csv-profile  draft",
    "工单         trusted  查询",
  ]);
});

test("no rows leave the head", () => expect(toTable(["name", "state"], [])).toBe("name  state"));
