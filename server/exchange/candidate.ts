import type { ImportFormat, ImportItem, SkippedItem } from "./exchange";
import type { GivenName, Unnamed } from "./name-items";

/** What becomes of one candidate under the name it is given. */
export type Built =
  | ({ kind: "ok" } & Pick<ImportItem, "files" | "issues" | "disabled">)
  | ({ kind: "skipped" } & Pick<SkippedItem, "code" | "reason" | "next">);

/**
 * Something that can become a capability once it has a name. All candidates of an import are found first, so that names are
 * given in one pass; then each is built by itself, so that a large import can be followed and the process stays awake.
 */
export type Candidate = Unnamed & {
  format: ImportFormat;
  description: string;
  /** Contract: never throws; what is wrong with what came in is `skipped`. */
  build(given: GivenName): Built;
};

export function toSkip(code: string, reason: string, next?: string): Extract<Built, { kind: "skipped" }> {
  return { kind: "skipped", code, reason, ...(next === undefined ? {} : { next }) };
}
