import { expect, test } from "vitest";
import { estimateTokens } from "./estimate-tokens";

test.each([
  ["", 0],
  ["   \n", 0],
  ["Read a file.", 4],
  ["internationalization", 4],
  ["20241215", 3],
  ["查询工单", 4],
  ["工单 TK-20241215-001", 9],
  ["{}", 2],
])("%j is about %i tokens", (text, tokens) => expect(estimateTokens(text)).toBe(tokens));
