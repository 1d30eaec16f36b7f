import { afterEach, expect, test, vi } from "vitest";
import { createRestTimer } from "./rest-timer";

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["one change is told after a rest", [0], [15]],
  ["changes that come together are told once", [0, 5, 10], [25]],
  ["a burst that goes on is told all the same", [0, 10, 20, 30, 40, 50, 60, 70, 79, 90], [80, 105]],
  ["two changes apart are told apart", [0, 50], [15, 65]],
])("%s", (_, touches, expected) => {
  vi.useFakeTimers();
  const told: number[] = [];
  const timer = createRestTimer(() => told.push(performance.now() - started));
  const started = performance.now();
  for (const at of touches) setTimeout(() => timer.touch(), at);
  vi.advanceTimersByTime(500);
  expect(told).toEqual(expected);
});

test("nothing is told after it was stopped", () => {
  vi.useFakeTimers();
  let told = 0;
  const timer = createRestTimer(() => {
    told += 1;
  });
  timer.touch();
  timer.stop();
  vi.advanceTimersByTime(500);
  expect(told).toBe(0);
});
