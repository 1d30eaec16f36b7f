import type { IntentEvidence } from "#server/tree/intent-evidence";

const SHOWN_MAX = 400;
/** Kept of the message before the first lit word of a long one. */
const LEAD = 80;

export type LitMessage = {
  text: string;
  /** Stretches of `text`. */
  stretches: { start: number; end: number }[];
  /** True when the message begins before the text. */
  isCut: boolean;
};

/**
 * The part of a message that gave it its tier, with the words that counted lit. Secrets in a message are masked after the
 * words were found, so a word that no longer stands at its place is not lit.
 */
export function toLitMessage(message: string, evidence: readonly IntentEvidence[]): LitMessage {
  const found = evidence.filter(
    ({ start, end, text, ignored }) => ignored === null && message.slice(start, end) === text,
  );
  const first = Math.min(...found.map(({ start }) => start), message.length);
  const from = message.length <= SHOWN_MAX ? 0 : Math.max(0, first - LEAD);
  const text = message.slice(from, from + SHOWN_MAX);
  const stretches = found
    .map(({ start, end }) => ({ start: start - from, end: end - from }))
    .filter(({ start, end }) => start >= 0 && end <= text.length);
  return { text, stretches, isCut: from > 0 };
}
