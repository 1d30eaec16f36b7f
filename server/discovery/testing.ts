import type { SearchDocument } from "./hit";

/** A search document with everything empty but what a test is about. */
export function makeDocument(name: string, rest: Partial<SearchDocument> = {}): SearchDocument {
  return {
    name,
    kind: "tool",
    title: "",
    description: "",
    when: "",
    keywords: [],
    parameters: "",
    utterances: [],
    ...rest,
  };
}
