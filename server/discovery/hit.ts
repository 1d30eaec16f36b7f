import { z } from "zod";
import { capabilityTypeSchema } from "#server/capability/contract";

/** A stretch of matched text: field, start (inclusive) and end (exclusive) in UTF-16 units of that field's text. */
export const matchedRangeSchema = z.object({ field: z.string(), start: z.number(), end: z.number() });
export type MatchedRange = z.infer<typeof matchedRangeSchema>;

/** The ways a capability can be found (domain.md 1.12); every hit names all that apply. */
export const matchWaySchema = z.discriminatedUnion("way", [
  z.object({
    way: z.literal("bm25"),
    rank: z.number(),
    score: z.number(),
    terms: z.array(z.object({ term: z.string(), field: z.string(), score: z.number() })),
  }),
  z.object({ way: z.literal("catalog"), chunk: z.number() }),
  z.object({ way: z.literal("substring"), field: z.string(), offset: z.number() }),
  z.object({ way: z.literal("mention"), offset: z.number(), length: z.number() }),
]);
export type MatchWay = z.infer<typeof matchWaySchema>;

/** One search result with why it matched. `score` orders hits of one search; it means nothing across searches. */
export const searchHitSchema = z.object({
  name: z.string(),
  kind: capabilityTypeSchema,
  description: z.string(),
  score: z.number(),
  ways: z.array(matchWaySchema),
  ranges: z.array(matchedRangeSchema),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** What discovery indexes of one capability. */
export type SearchDocument = {
  name: string;
  kind: z.infer<typeof capabilityTypeSchema>;
  title: string;
  description: string;
  when: string;
  /** intent_keywords of both languages, tags, group. */
  keywords: readonly string[];
  /** Names and descriptions of the input schema's properties, one string. */
  parameters: string;
  utterances: readonly string[];
};

/** An immutable index over one catalog revision. All methods are synchronous and pure. */
export type SearchIndex = {
  readonly size: number;
  /**
   * BM25 and, where it finds nothing more, substring; best first; `limit` <= 0 counts as 10 (domain.md 1.12). With
   * `isWanted` all others are passed over as if they were not there, before any hit is explained; `rank` counts the wanted.
   */
  search(query: string, limit: number, isWanted?: (name: string, kind: SearchDocument["kind"]) => boolean): SearchHit[];
  /** Capabilities whose name (or title) the text mentions, in order of appearance. */
  mentions(text: string): SearchHit[];
  /** Names nearest to an unknown identifier, best first. */
  nearest(identifier: string, limit: number): string[];
};
