/** Words of search results: why each one matched. */
export const searchText = {
  label: "Search capabilities",
  placeholder: "What should it do?",
  results: (shown: number, searched: number, milliseconds: string) =>
    `${shown === 1 ? "1 result" : `${shown.toLocaleString("en-US")} results`} of ${searched.toLocaleString("en-US")} searched in ${milliseconds}`,
  failed: "The search gave no answer.",
  failedMeaning: "The catalog itself is untouched; browsing the tree still works.",
  none: (query: string) => `No capability matches ${query}.`,
  noneHint: "Say what it should do in other words, or clear the filters.",
  clear: "Clear the search",
  loading: "Searching",
  score: (score: string) => `Score ${score}`,
  ways: {
    bm25: (score: string) => `BM25 ${score}`,
    catalog: "catalog",
    substring: "substring",
    mention: "mention",
  },
  wayMeanings: {
    bm25: (rank: number, terms: string) => `Rank ${rank} by words: ${terms}`,
    catalog: (chunk: number) => `Chosen by the model from part ${chunk} of the catalog`,
    substring: (field: string) => `The whole query stands in the ${field}`,
    mention: "The query names it",
  },
  term: (term: string, field: string, score: string) => `${term} in the ${field} ${score}`,
  fields: {
    name: "name",
    title: "title",
    description: "description",
    when: "when text",
    keywords: "keywords",
    parameters: "parameters",
    utterances: "utterances",
  },
  matchedIn: (fields: string) => `Matched in the ${fields}`,
  when: "When:",
  hostTool: "Built-in tool",
};
