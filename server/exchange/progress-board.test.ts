import { expect, test } from "vitest";
import { createProgressBoard } from "./progress-board";

test("an import is on the board from its first turn to its end, and no other is", () => {
  const board = createProgressBoard();
  expect(board.find("a")).toBeNull();
  board.set("a", { done: 1, total: 3 });
  board.set("a", { done: 2, total: 3 });
  expect(board.find("a")).toEqual({ done: 2, total: 3 });
  expect(board.find("b")).toBeNull();
  board.clear("a");
  expect(board.find("a")).toBeNull();
});
