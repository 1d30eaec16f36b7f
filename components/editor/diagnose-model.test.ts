import { expect, test } from "vitest";
import { parseQuestion } from "./diagnose-model";

test.each([
  ["", { say: "", tier: null, budget: null }],
  ["say=%20%E5%B7%A5%E5%8D%95%20&tier=question&budget=800", { say: "工单", tier: "question", budget: 800 }],
  ["tier=everything&budget=0", { say: "", tier: null, budget: null }],
  ["budget=12.5", { say: "", tier: null, budget: null }],
  ["budget=1e9", { say: "", tier: null, budget: null }],
  ["budget=1000001", { say: "", tier: null, budget: null }],
])("?%s", (query, question) => {
  const params = new URLSearchParams(query);
  expect(parseQuestion((name) => params.get(name))).toEqual(question);
});
