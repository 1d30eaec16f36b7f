import { expect, test } from "vitest";
import { tokenize, tokenizeQuery } from "./tokenize";

const termsOf = (text: string) => tokenize(text).map(({ term }) => term);

test.each([
  ["addPerson", ["add", "person", "addperson"]],
  ["canvas_create_edge", ["canva", "creat", "edge", "canvascreateedge"]],
  ["math.factorial", ["math", "factorial", "mathfactorial"]],
  ["HTTPServer2Go", ["http", "server", "2", "go", "httpserver2go"]],
  ["base64", ["base", "64", "base64"]],
  ["log-triage", ["log", "triag", "logtriage"]],
  ["the weather in Paris", ["weather", "paris"]],
  ["ＣＳＶ　ｆｉｌｅ", ["csv", "file"]],
  ["", []],
  ["... !? --", []],
] as const)("%s becomes %j", (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

test.each([
  ["设备清单", ["设", "设备", "备", "备清", "清", "清单", "单"]],
  ["悬空itgc控制", ["悬", "悬空", "空", "itgc", "控", "控制", "制"]],
  ["ｶﾞｲﾄﾞ", ["ガ", "ガイ", "イ", "イド", "ド"]],
  ["끝말", ["끝", "끝말", "말"]],
  ["しりとり", ["し", "しり", "り", "りと", "と", "とり", "り"]],
] as const)("%s gives pairs and single characters, and a change of script ends a word", (text, terms) => {
  expect(termsOf(text).sort()).toEqual([...terms].sort());
});

test.each([
  [["analyze", "analyzes", "analyzed", "analyzing"]],
  [["query", "queries"]],
  [["create", "creates", "created", "creating"]],
  [["stop", "stopped", "stopping", "stops"]],
  [["organization", "organize", "organise"]],
  [["box", "boxes"]],
])("%j meet in one stem", (words) => {
  expect(new Set(words.flatMap(termsOf)).size).toBe(1);
});

test.each([
  ["status", "stat"],
  ["class", "clas"],
  ["news", "newss"],
  ["string", "str"],
  ["thing", "th"],
  ["bus", "bu"],
  ["red", "r"],
])("%s and %s keep apart", (one, other) => {
  expect(termsOf(one)).not.toEqual(termsOf(other));
});

test.each([
  ["设备", ["设备"]],
  ["人", ["人"]],
  ["帮我看看设备", ["看设", "设备"]],
  ["我们", ["我们"]],
  ["please show me the weather", ["weather"]],
  ["create edge create", ["creat", "edge"]],
] as const)("the query %s asks for %j", (query, terms) => {
  expect(tokenizeQuery(query)).toEqual(terms);
});

test("each token knows where it stands", () => {
  const text = "see addPerson, 设备";
  const places = tokenize(text).map(({ term, start, end }) => [term, text.slice(start, end)]);
  expect(places).toEqual([
    ["see", "see"],
    ["add", "add"],
    ["person", "Person"],
    ["addperson", "addPerson"],
    ["设", "设"],
    ["设备", "设备"],
    ["备", "备"],
  ]);
});
