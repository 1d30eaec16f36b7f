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

test("a cell with line breaks prints no row of its own", () => {
  expect(toTable(["name", "description"], [["a", "One.\r\n\nb  trusted  Two.\n"]]).split("\n")).toEqual([
    "name  description",
    "a     One. b  trusted  Two.",
  ]);
});
