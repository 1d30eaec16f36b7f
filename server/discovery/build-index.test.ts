import fc from "fast-check";
import { expect, test } from "vitest";
import { buildSearchIndex } from "./build-index";
import { toFolded } from "./fold-text";
import { makeDocument } from "./testing";

const namesOf = (hits: { name: string }[]) => hits.map(({ name }) => name);

/** field-notes T16: a catalog in which the right one used to be missed or drowned. */
const catalog = buildSearchIndex([
  makeDocument("addPerson", { description: "Adds a contact to the address book." }),
  makeDocument("addActivity", { description: "Adds an activity to a person's timeline." }),
  makeDocument("canvas_create_edge", { description: "Connects two nodes of the canvas." }),
  makeDocument("canvas_create_node", { description: "Puts a node on the canvas." }),
  makeDocument("appTableRecord", { description: "Reads and writes rows." }),
  makeDocument("gmail_send", { title: "Gmail", description: "Sends an email through Gmail." }),
  makeDocument("spreadsheet_update", { description: "Already updates cells; thread safe, spread over sheets." }),
  makeDocument("read_file", { description: "Reads a text file of the workspace." }),
  makeDocument("dryer_program", { title: "Dryer", description: "Sets a manual override for the dryer's program." }),
  ...Array.from({ length: 40 }, (_, index) =>
    makeDocument(`load_controller_${index}`, { description: "Overrides the load of one channel of the controller." }),
  ),
]);

test.each([
  ["add person", "addPerson"],
  ["create edge", "canvas_create_edge"],
  ["table record", "appTableRecord"],
  ["send email", "gmail_send"],
  ["read", "read_file"],
  ["dryer override", "dryer_program"],
  ["canvas_create_edge", "canvas_create_edge"],
  ["canvascreate", "canvas_create_edge"],
  ["apptab", "appTableRecord"],
])("%s finds %s first", (query, name) => {
  expect(catalog.search(query, 10)[0]?.name).toBe(name);
});

test("a filter answers what a search of everything and a choice afterwards would answer", () => {
  const documents = ["alpha", "beta", "gamma"].flatMap((word) =>
    Array.from({ length: 30 }, (_, index) =>
      makeDocument(`${word}_${index}`, {
        kind: index % 2 ? "tool" : "skill",
        description: `Counts the ${word} rows, part ${"x ".repeat(index % 7)}`,
      }),
    ),
  );
  const index = buildSearchIndex(documents);
  for (const query of ["alpha rows", "gamm", "amma", "count", "nothing of it"]) {
    const isWanted = (name: string, kind: string) => kind === "tool" && !name.endsWith("3");
    const chosen = namesOf(index.search(query, 1000).filter(({ name, kind }) => isWanted(name, kind)));
    expect(namesOf(index.search(query, 7, isWanted))).toEqual(chosen.slice(0, 7));
  }
});

test("an index over documents that another one counted answers the same as a fresh one", () => {
  const documents = ["one apple", "two pears", "three apples"].map((description, index) =>
    makeDocument(`fruit_${index}`, { description }),
  );
  buildSearchIndex(documents);
  const edited = [...documents.slice(0, 2), makeDocument("fruit_2", { description: "three plums" })];
  const fresh = buildSearchIndex(structuredClone(edited));
  for (const query of ["apple", "plum", "pear", "fruit"]) {
    expect(buildSearchIndex(edited).search(query, 5)).toEqual(fresh.search(query, 5));
  }
});

test("a substring hit never stands above a word hit", () => {
  const hits = catalog.search("read", 60);
  const ways = hits.map(({ ways: [first] }) => first?.way);
  expect(namesOf(hits)).toContain("spreadsheet_update");
  expect(ways.lastIndexOf("bm25")).toBeLessThan(ways.indexOf("substring"));
});

/** field-notes T17 */
const TEXTS = [
  "设备清单管理",
  "查询昨晚的记录",
  "昨晚半夜发生了什么",
  "用户与内部系统",
  "中文优先的回答",
  "全国人民代表",
  "しりとりゲーム",
  "楽しいしりとり",
  "끝말잇기 놀이",
  "ﾃﾞｰﾀ変換ツール",
  "データ分析",
  "悬空itgc控制点",
  "the itgc report",
  "成语接龙游戏",
  "محرك البحث مرحبا",
  "nothing here",
];
const spoken = buildSearchIndex(TEXTS.map((description, index) => makeDocument(`entry-${index}`, { description })));

test.each(["设备", "用户", "昨晚", "中文", "内部", "人民", "ﾃﾞｰﾀ", "データ", "itgc", "悬空", "人", "晚", "مرحبا"])(
  "%s finds exactly what a plain scan finds",
  (query) => {
    const scanned = TEXTS.flatMap((text, index) =>
      toFolded(text).includes(toFolded(query)) ? [`entry-${index}`] : [],
    );
    expect(scanned.length).toBeGreaterThan(0);
    expect(namesOf(spoken.search(query, 100)).sort()).toEqual(scanned.sort());
  },
);

test.each(["しりとり", "끝말잇기", "成语接龙", "中文优先"])(
  "%s finds all that a plain scan finds, and those first",
  (query) => {
    const scanned = TEXTS.flatMap((text, index) => (text.includes(query) ? [`entry-${index}`] : []));
    expect(namesOf(spoken.search(query, 100)).slice(0, scanned.length).sort()).toEqual(scanned.sort());
  },
);

const letter = fc.constantFrom(..."ab1_- .用户设备データ끝말é".split(""));
const line = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(""));

test("whatever a plain scan finds is found, for random texts and pieces of them", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 3, max: 6 }),
      (lines, at, from, length) => {
        const index = buildSearchIndex(lines.map((description, number) => makeDocument(`n${number}`, { description })));
        const source = lines[at % lines.length] ?? "";
        const query = source.slice(from % source.length, (from % source.length) + length).trim();
        fc.pre(query.length >= 3);
        const scanned = lines.flatMap((text, number) =>
          toFolded(text).includes(toFolded(query)) ? [`n${number}`] : [],
        );
        expect(namesOf(index.search(query, 100))).toEqual(expect.arrayContaining(scanned));
      },
    ),
    { numRuns: 300 },
  );
});

test.each(["", "   ", "\n", "?!", "zzqx", "the of and"])(
  "the query %j finds nothing rather than everything",
  (query) => {
    expect(catalog.search(query, 10)).toEqual([]);
  },
);

test("a limit of zero or less counts as ten", () => {
  expect(catalog.search("load controller", 0)).toHaveLength(10);
  expect(catalog.search("load controller", -3)).toHaveLength(10);
  expect(catalog.search("load controller", 25)).toHaveLength(25);
});

test("a hit names every way that found it, its words with their share, and what to emphasise", () => {
  const index = buildSearchIndex([
    makeDocument("log-triage", { description: "Clusters the lines of a log.", when: "Something logs errors." }),
    makeDocument("csv-profile", { description: "Profiles a table." }),
  ]);
  const [hit] = index.search("log-triage", 10);
  expect(hit?.ways.map(({ way }) => way)).toEqual(["bm25", "substring", "mention"]);
  const [bm25] = hit?.ways ?? [];
  if (bm25?.way !== "bm25") throw new Error("no bm25 way");
  expect(bm25.rank).toBe(1);
  expect(new Set(bm25.terms.map(({ field }) => field))).toEqual(new Set(["name", "description", "when"]));
  expect(bm25.terms.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(bm25.score, 3);
  expect(hit?.ranges).toEqual([
    { field: "name", start: 0, end: 10 },
    { field: "description", start: 24, end: 27 },
    { field: "when", start: 10, end: 14 },
  ]);
});

test("emphasis points into the text as written, also where folding changes its length", () => {
  const description = "変換 ﾃﾞｰﾀ 変換";
  const [hit] = buildSearchIndex([makeDocument("a", { description })]).search("データ", 10);
  expect(hit?.ranges.map(({ start, end }) => description.slice(start, end))).toEqual(["ﾃﾞｰﾀ"]);
});

test("documents of one kind and name count once, the first; another kind of that name stays", () => {
  const index = buildSearchIndex([
    makeDocument("report", { description: "first" }),
    makeDocument("report", { description: "second" }),
    makeDocument("report", { kind: "skill", description: "third" }),
  ]);
  expect(index.size).toBe(2);
  expect(index.search("report", 10).map(({ description }) => description)).toEqual(["first", "third"]);
});

test("a query of 20,000 characters is answered, with the right capability in front", () => {
  const filler = Array.from({ length: 2500 }, (_, index) => `word${index}`).join(" ");
  const query = `${filler} canvas edge ${filler}`.slice(0, 20_000);
  const startedAt = performance.now();
  expect(catalog.search(`create an edge on the canvas ${query}`, 10)[0]?.name).toBe("canvas_create_edge");
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

test("searches do not disturb each other", () => {
  const first = catalog.search("send email", 10);
  catalog.search("load controller", 10);
  expect(catalog.search("send email", 10)).toEqual(first);
});

test("an empty catalog answers empty lists", () => {
  const index = buildSearchIndex([]);
  expect([index.size, index.search("x", 10), index.mentions("x"), index.nearest("x", 3)]).toEqual([0, [], [], []]);
});
