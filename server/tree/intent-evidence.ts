import { z } from "zod";
import { intentTierSchema } from "#server/capability/contract";

/** The rules of domain.md 2.4: the first three decide by themselves, the others are added up. */
const WORD_RULES = ["deletion", "picture", "writing"] as const;
const SCORE_RULES = ["question", "request", "telling", "action", "file", "address", "config", "state"] as const;

/** Why a word of a rule does not count where it stands. */
export const ignoredSchema = z.enum(["negated", "quoted", "asked_about", "described", "part_of_text"]);
export type Ignored = z.infer<typeof ignoredSchema>;

/** A stretch of a message that a rule looked at: what decided, and what does not count where it stands. */
export const intentEvidenceSchema = z.object({
  rule: z.enum([...WORD_RULES, ...SCORE_RULES]),
  text: z.string(),
  /** UTF-16 units of the message; end exclusive. */
  start: z.number(),
  end: z.number(),
  ignored: ignoredSchema.nullable(),
});
export type IntentEvidence = z.infer<typeof intentEvidenceSchema>;
export type ScoreRule = (typeof SCORE_RULES)[number];

/** The tier of a message; `reasons` are sentences for people, `evidence` the words behind them with their places. */
export const intentTierDecisionSchema = z.object({
  tier: intentTierSchema,
  reasons: z.array(z.string()),
  evidence: z.array(intentEvidenceSchema),
});
export type IntentTierDecision = z.infer<typeof intentTierDecisionSchema>;

/** In tenths, so that sums are exact. */
export const POINTS: Record<ScoreRule, number> = {
  question: -3,
  request: 5,
  telling: -6,
  action: 4,
  file: 6,
  address: 6,
  config: 4,
  state: -3,
};

const SAYS: Record<IntentEvidence["rule"], string> = {
  deletion: "asks to delete something",
  picture: "needs a browser, a screen or pictures",
  writing: "asks for something new or changed",
  question: "asks a question",
  request: "makes a request",
  telling: "asks to be told something",
  action: "names an action",
  file: "names a file or folder",
  address: "names an address",
  config: "is about settings",
  state: "asks for the state of something",
};

const IGNORED: Record<Ignored, string> = {
  negated: "it is negated",
  quoted: "it stands in quotation marks",
  asked_about: "it is asked about",
  described: "it describes something and asks for nothing",
  part_of_text: "it takes away part of a text, which changes the text",
};

/** One piece of evidence as a person reads it. */
export function toReason({ rule, text, ignored }: IntentEvidence): string {
  if (ignored !== null) return `"${text}" does not count: ${IGNORED[ignored]}.`;
  switch (rule) {
    case "deletion":
    case "picture":
    case "writing":
      return `"${text}" ${SAYS[rule]}.`;
    default:
      return `It ${SAYS[rule]} ("${text}", ${toTenths(POINTS[rule])}).`;
  }
}

function toTenths(points: number): string {
  return `${points > 0 ? "+" : "-"}0.${Math.abs(points)}`;
}
