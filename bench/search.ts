// Search: quality as NDCG@10 on the dev half of five public sets (shared/data/search, formats in each PROVENANCE.md), and time
// of one search at 10,000 and 100,000 entries as a ratio to a plain substring scan in the same run. "one edit" is what both
// indexes of a catalog (all entries, trusted ones) cost again after one entry changed, in processor time. Goal: mean NDCG about
// .727; p95 of a few ms at 10,000 and under 10 ms at 100,000 on a quiet machine.
// Repeat: npx tsx bench/search.ts [queries per set]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { buildSearchIndex } from "../server/discovery/build-index";
import type { SearchDocument, SearchIndex } from "../server/discovery/hit";

const SETS = ["bfcl", "sealtools", "metatool", "livemcp", "acebench-zh"];
const FOLDER = join(import.meta.dirname, "../../shared/data/search");
const SIZES = [10_000, 100_000];
const TIMED_QUERIES = 400;
/** The floor takes a good part of a second a query at 100,000 entries. */
const FLOOR_QUERIES = 25;

const toolSchema = z.object({
  id: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  parameters: z.unknown().optional(),
});
const querySchema = z.object({ query: z.string(), relevant: z.array(z.string()) });
type Query = z.infer<typeof querySchema>;
const contractSchema = z.object({
  name: z.string(),
  description: z.string(),
  when: z.string().default(""),
  evidence: z.object({ utterances: z.array(z.string()).default([]) }).default({ utterances: [] }),
});

function readLines<T>(set: string, file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(join(FOLDER, set, file), "utf8")
    .split("\n")
    .filter(Boolean);
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

/** Names and descriptions of all properties, however deep. */
function toParameterText(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "";
  const { properties, items } = z.object({ properties: z.unknown(), items: z.unknown() }).partial().parse(schema);
  const own = Object.entries(typeof properties === "object" && properties !== null ? properties : {}).map(
    ([name, value]) => {
      const { description } = z.looseObject({ description: z.unknown() }).partial().catch({}).parse(value);
      return `${name} ${typeof description === "string" ? description : ""} ${toParameterText(value)}`;
    },
  );
  return [...own, toParameterText(items)].join(" \n ");
}

function toDocument({ id, title, description, parameters }: z.infer<typeof toolSchema>): SearchDocument {
  return {
    name: id,
    kind: "tool",
    title: title ?? "",
    description: description ?? "",
    when: "",
    keywords: [],
    parameters: toParameterText(parameters),
    utterances: [],
  };
}

function measureNdcg(index: SearchIndex, queries: readonly Query[]): number {
  const gainAt = (rank: number) => 1 / Math.log2(rank + 2);
  let sum = 0;
  for (const { query, relevant } of queries) {
    const wanted = new Set(relevant);
    let gain = 0;
    index.search(query, 10).forEach(({ name }, rank) => {
      if (wanted.has(name)) gain += gainAt(rank);
    });
    let ideal = 0;
    for (let rank = 0; rank < Math.min(10, wanted.size); rank += 1) ideal += gainAt(rank);
    sum += gain / ideal;
  }
  return sum / queries.length;
}

function pickEvenly<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, values.length / count);
  return Array.from({ length: Math.min(count, values.length) }, (_, index) => values[Math.floor(index * step)]).filter(
    (value) => value !== undefined,
  );
}

/** Copies with names of their own, so that no two entries are the same. */
function replicate(documents: readonly SearchDocument[], size: number): SearchDocument[] {
  return Array.from({ length: size }, (_, index) => {
    const source = documents[index % documents.length];
    const round = Math.floor(index / documents.length);
    if (!source) throw new Error("The corpora are empty.");
    return round === 0
      ? source
      : { ...source, name: `${source.name}_variant${round}`, title: `${source.title} ${round}` };
  });
}

type Times = { p50: number; p95: number; p95Cpu: number };

/** Wall time, and processor time beside it: on a busy machine only the second says what the search itself takes. */
function measureTimes(run: (query: string) => unknown, queries: readonly string[]): Times {
  for (const query of queries.slice(0, 50)) run(query);
  const walls: number[] = [];
  const processor: number[] = [];
  for (const query of queries) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    run(query);
    walls.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
  }
  const at = (times: number[], share: number) =>
    times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
    Number.NaN;
  return { p50: at(walls, 0.5), p95: at(walls, 0.95), p95Cpu: at(processor, 0.95) };
}

/** The floor: every word of the query looked for in every entry's text, best ten by count. */
function createScan(documents: readonly SearchDocument[]): (query: string) => unknown {
  const texts = documents.map(({ name, title, description, parameters }) =>
    `${name} ${title} ${description} ${parameters}`.toLowerCase(),
  );
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return texts
      .map((text, index) => ({ index, count: words.filter((word) => text.includes(word)).length }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count)
      .slice(0, 10);
  };
}

function measureCpu<T>(run: () => T): { result: T; cpuMs: number } {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

/** What the registry does when one file changed: one document is new, the others are the objects they were. */
function rebuildAfterEdit(documents: readonly SearchDocument[]): SearchIndex[] {
  const [first, ...others] = documents;
  if (!first) throw new Error("The corpora are empty.");
  const edited = [{ ...first, description: `${first.description} Edited.` }, ...others];
  return [buildSearchIndex(edited), buildSearchIndex(edited.slice(0, -1))];
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0);

function printRow(cells: readonly string[]): void {
  const [first = "", ...others] = cells;
  console.log(first.padEnd(26) + others.map((cell) => cell.padStart(12)).join(""));
}

type Material = { all: SearchDocument[]; asked: string[] };

function measureQuality(wantedQueries: number): Material {
  const all: SearchDocument[] = [];
  const asked: string[] = [];
  printRow(["quality", "entries", "queries", "NDCG@10"]);
  let total = 0;
  for (const set of SETS) {
    const documents = readLines(set, "corpus.jsonl", toolSchema).map(toDocument);
    const queries = pickEvenly(readLines(set, "queries.jsonl", querySchema), wantedQueries);
    const ndcg = measureNdcg(buildSearchIndex(documents), queries);
    total += ndcg;
    all.push(...documents);
    asked.push(...pickEvenly(queries, TIMED_QUERIES / SETS.length).map(({ query }) => query));
    printRow([set, String(documents.length), String(queries.length), ndcg.toFixed(4)]);
  }
  printRow(["mean of the five", "", "", (total / SETS.length).toFixed(4)]);
  return { all, asked };
}

/** Where the sets are absent: what ships, asked in its own utterances. Every copy matches, which is the slow case. */
function readShipped(): Material {
  const folder = join(import.meta.dirname, "../capabilities");
  const contracts = readdirSync(folder)
    .map((name) => join(folder, name, "CAPABILITY.yaml"))
    .filter((file) => existsSync(file))
    .map((file) => contractSchema.parse(parseYaml(readFileSync(file, "utf8"))));
  return {
    all: contracts.map(({ name, description, when }) => ({ ...toDocument({ id: name, description }), when })),
    asked: contracts.flatMap(({ evidence }) => evidence.utterances),
  };
}

const hasSets = existsSync(FOLDER);
if (!hasSets) {
  console.log(`${FOLDER} is absent: no quality was measured, and the times are those of copies of what ships.`);
}
const { all, asked } = hasSets ? measureQuality(Number(process.argv[2] ?? 2000)) : readShipped();

console.log();
printRow([
  "time of one search",
  "build cpu ms",
  "one edit",
  "p50 ms",
  "p95 ms",
  "p95 cpu ms",
  "scan p50 ms",
  "scan/p50",
]);
for (const size of SIZES) {
  const documents = replicate(all, size);
  // Fresh objects, since the words of an object are counted once.
  const { result: index, cpuMs: buildMs } = measureCpu(() => buildSearchIndex(documents.map((own) => ({ ...own }))));
  buildSearchIndex(documents);
  const { cpuMs: editMs } = measureCpu(() => rebuildAfterEdit(documents));
  const own = measureTimes((query) => index.search(query, 10), asked);
  const floor = measureTimes(createScan(documents), pickEvenly(asked, FLOOR_QUERIES));
  printRow([
    `${size} entries`,
    ms(buildMs),
    ms(editMs),
    ms(own.p50),
    ms(own.p95),
    ms(own.p95Cpu),
    ms(floor.p50),
    (floor.p50 / own.p50).toFixed(0),
  ]);
}
