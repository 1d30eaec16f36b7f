import fc from "fast-check";
import { expect, test } from "vitest";
import { toBar, toTimeWindow } from "./timeline-layout";

test.each([
  { name: "whole box", span: { start: 0, end: 100 }, bar: { left: 0, width: 1, isOpen: false, isClamped: false } },
  { name: "a moment", span: { start: 50, end: 50 }, bar: { left: 0.5, width: 0, isOpen: false, isClamped: false } },
  {
    name: "end before start",
    span: { start: 50, end: 10 },
    bar: { left: 0.5, width: 0, isOpen: false, isClamped: true },
  },
  {
    name: "before the window",
    span: { start: -50, end: 10 },
    bar: { left: 0, width: 0.1, isOpen: false, isClamped: true },
  },
  {
    name: "still going on",
    span: { start: 20, end: null },
    bar: { left: 0.2, width: 0.6, isOpen: true, isClamped: false },
  },
])("a bar for $name lies inside the box", ({ span, bar }) => {
  const { left, width, ...marks } = toBar(span, { start: 0, end: 100 }, 80);
  expect(left).toBeCloseTo(bar.left);
  expect(width).toBeCloseTo(bar.width);
  expect(marks).toEqual({ isOpen: bar.isOpen, isClamped: bar.isClamped });
});

test("the window of nothing, and of one moment, still has a width", () => {
  expect(toTimeWindow([], null)).toEqual({ start: 0, end: 1 });
  expect(toTimeWindow([{ start: 5, end: 5 }], null)).toEqual({ start: 5, end: 6 });
});

test("every bar of any spans is finite and inside the box", () => {
  const span = fc.record({ start: fc.double(), end: fc.option(fc.double()) });
  fc.assert(
    fc.property(fc.array(span), fc.option(fc.double()), (spans, now) => {
      const window = toTimeWindow(spans, now);
      for (const each of spans) {
        const bar = toBar(each, window, now);
        expect(bar.left >= 0 && bar.width >= 0 && bar.left + bar.width <= 1.000001).toBe(true);
      }
    }),
  );
});
