import { describe, expect, test } from "vitest";
import { toDrawnQuery, toPendingQuery, toQuery } from "./url-query";

describe("the query after changes", () => {
  test.each([
    ["a value is set beside the others", "?a=1", { b: "2" }, "?a=1&b=2"],
    ["null removes", "?a=1&b=2", { a: null }, "?b=2"],
    ["an empty text removes", "?a=1", { a: "" }, ""],
    [
      "lists and paths stay readable",
      "",
      { type: "tool,forge", selected: "fs/read" },
      "?type=tool,forge&selected=fs/read",
    ],
    ["other signs are escaped", "", { q: "a&b c" }, "?q=a%26b+c"],
  ])("%s", (_, current, changes, query) => expect(toQuery(current, changes)).toBe(query));
});

describe("what is drawn", () => {
  const first = toPendingQuery(null, "/capabilities", "", "?q=c");
  const second = toPendingQuery(first, "/capabilities", "?q=c", "?q=cs");
  test("a change shows at once, before the router has drawn it", () => {
    expect(toDrawnQuery(first, "/capabilities", "")).toBe("q=c");
  });
  test("fast typing loses nothing while the router is still behind", () => {
    expect(toDrawnQuery(second, "/capabilities", "")).toBe("q=cs");
    expect(toDrawnQuery(second, "/capabilities", "q=c")).toBe("q=cs");
  });
  test("a router that went somewhere else wins", () => {
    expect(toDrawnQuery(second, "/capabilities", "q=other")).toBe("q=other");
    expect(toDrawnQuery(second, "/runs", "")).toBe("");
  });
});
