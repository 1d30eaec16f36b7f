import { expect, test } from "vitest";
import { canCreate, filterItems, type ImportItem, isChosen, isTooMuch, sortIssues } from "./import-model";

function makeItem(over: Partial<ImportItem> = {}): ImportItem {
  return {
    key: "tools.json#1",
    format: "mcp",
    place: "tools.json, tool 1",
    source: "notion",
    originalName: "API-send",
    name: "api-send",
    description: "Sends.",
    files: ["CAPABILITY.yaml"],
    issues: [],
    collision: null,
    ...over,
  };
}

const collision = { message: "Taken.", suggestedName: "notion_send" };
const disabled = { reason: "No schema.", enabledBy: "Write one." };

test.each<[title: string, over: Partial<ImportItem>, clicked: boolean | undefined, chosen: boolean]>([
  ["what can be made is chosen", {}, undefined, true],
  ["what was clicked away is not", {}, false, false],
  ["what cannot run is not, until it is clicked", { disabled }, undefined, false],
  ["what cannot run may be clicked", { disabled }, true, true],
  ["what is taken can never be", { collision }, true, false],
])("%s", (_, over, ...[clicked, chosen]) => {
  const item = makeItem(over);
  const clicks = clicked === undefined ? new Map<string, boolean>() : new Map([[item.key, clicked]]);
  expect(isChosen(item, clicks)).toBe(chosen);
  expect(canCreate(item)).toBe(over.collision === undefined);
});

test("the filter looks at both names and the place, whatever the case", () => {
  const items = [makeItem(), makeItem({ key: "b", name: "get", originalName: "get", place: "GET /pets" })];
  expect(filterItems(items, "api-SEND").length).toBe(1);
  expect(filterItems(items, " /pets").map(({ key }) => key)).toEqual(["b"]);
  expect(filterItems(items, "")).toBe(items);
});

test("errors stand before warnings before notes", () => {
  const issues = (["info", "error", "warning"] as const).map((severity) => ({ severity, code: severity, message: "" }));
  expect(sortIssues(issues).map(({ severity }) => severity)).toEqual(["error", "warning", "info"]);
});

test("more than 2,000 files or 32 Mi characters are too much", () => {
  expect(isTooMuch(Array.from({ length: 2_001 }, () => ({ path: "a", text: "" })))).toBe(true);
  expect(isTooMuch([{ path: "a", text: "x" }])).toBe(false);
});
