/** A stretch of time to draw, in milliseconds since 1970; `end` null while it goes on. */
export type Span = { start: number; end: number | null };

/** The window of time that the box shows; `end` is greater than `start`. */
export type TimeWindow = { start: number; end: number };

export type Bar = {
  /** Fractions of the box, 0 to 1; `left + width` is at most 1. */
  left: number;
  width: number;
  isOpen: boolean;
  /** The clock ran backwards or the span lies outside the run: drawn where it can be, and marked. */
  isClamped: boolean;
};

/** The window over all spans, at least 1 ms wide. `now` ends what goes on; without it the last known end does. */
export function toTimeWindow(spans: readonly Span[], now: number | null): TimeWindow {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.start, span.end ?? now ?? span.start);
  }
  if (!Number.isFinite(start)) return { start: 0, end: 1 };
  return { start, end: Math.max(end, start + 1) };
}

/**
 * Where a span lies in the box. Total: every output is finite and inside the box, for any input; an end before its start
 * counts as a moment and is marked (field-notes 51).
 */
export function toBar(span: Span, window: TimeWindow, now: number | null): Bar {
  const length = Math.max(1, window.end - window.start);
  const isOpen = span.end === null;
  const end = span.end ?? Math.max(span.start, now ?? window.end);
  const isBackwards = end < span.start;
  const left = clampFraction((span.start - window.start) / length);
  const right = clampFraction(((isBackwards ? span.start : end) - window.start) / length);
  const isOutside = span.start < window.start || span.start > window.end;
  return { left, width: Math.max(0, right - left), isOpen, isClamped: isBackwards || isOutside };
}

function clampFraction(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}
