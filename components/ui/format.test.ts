import { describe, expect, test } from "vitest";
import {
  formatAbsolute,
  formatBytes,
  formatCount,
  formatDigest,
  formatDuration,
  formatMoney,
  formatRelative,
  formatTokens,
} from "./format";

describe("durations", () => {
  test.each([
    [0, "0 ms"],
    [38, "38 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [1_240, "1.2 s"],
    [9_960, "10 s"],
    [59_400, "59 s"],
    [59_900, "1 m 0 s"],
    [192_000, "3 m 12 s"],
    [7_500_000, "2 h 5 m"],
    [null, "unknown"],
    [Number.NaN, "unknown"],
  ])("%s ms reads %s", (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));
});

describe("tokens", () => {
  test.each([
    [980, "980"],
    [1_000, "1k"],
    [12_400, "12.4k"],
    [999_949, "999.9k"],
    [999_950, "1M"],
    [1_310_000, "1.3M"],
    [null, "unknown"],
  ])("%s reads %s", (tokens, text) => expect(formatTokens(tokens)).toBe(text));
});

describe("bytes", () => {
  test.each([
    [812, "812 B"],
    [14_541, "14.2 KiB"],
    [3_145_728, "3 MiB"],
  ])("%s reads %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe("money", () => {
  test.each([
    [0, "$0.00"],
    [0.0042, "$0.0042"],
    [1.239, "$1.24"],
    [null, "unknown"],
  ])("%s reads %s", (dollars, text) => expect(formatMoney(dollars)).toBe(text));
});

describe("relative times", () => {
  const now = Date.UTC(2026, 10, 30, 12, 0, 0);
  test.each([
    [now - 4_000, "now"],
    [now - 32_000, "32 seconds ago"],
    [now - 300_000, "5 minutes ago"],
    [now - 86_400_000, "yesterday"],
    [now - 3 * 86_400_000, "3 days ago"],
    [now + 7_200_000, "in 2 hours"],
  ])("%s reads %s", (at, text) => expect(formatRelative(at, now)).toBe(text));
});

test("an absolute time has every part in two digits", () =>
  expect(formatAbsolute(new Date(2026, 0, 5, 4, 3, 2).getTime())).toBe("2026-01-05 04:03:02"));
test("counts have separators", () => expect(formatCount(12_345)).toBe("12,345"));
test("a digest is shortened without its algorithm", () =>
  expect(formatDigest("sha256:0123456789abcdef0123")).toBe("0123456789ab"));
