import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildSearchIndex } from "#server/discovery/build-index";
import { createHostTools } from "#server/tools/host-tools";
import { createDefaultTree } from "#server/tree/default-tree";
import { deriveNode } from "#server/tree/derive-node";
import { isAllowedInTier } from "#server/tree/derive-tools";
import { intentRulesOf } from "#server/tree/intent-rules";
import { classifyIntent } from "#server/tree/intent-tiers";
import { deriveComposed } from "./composed/derive-composed";
import { createHostServices } from "./host-services/create-host-services";
import type { ScannedEntry } from "./load-entry";
import { loadReleaseDigests } from "./release-trust";
import { scanRoot } from "./scan-root";
import { toHostDocument, toSearchDocument } from "./to-search-document";

const SHIPPED = [
  "capability-authoring",
  "cron-explain",
  "csv-profile",
  "default",
  "incident-summary",
  "intent",
  "json-query",
  "log-reading",
  "log-report",
  "log-triage",
  "log_analysis",
  "outage-intake",
  "query_ticket_status",
  "semver-range",
  "text-diff",
  "url-inspect",
];
const TOP = 3;

const rootPath = join(import.meta.dirname, "../../capabilities");
const scan = await scanRoot({ rootPath, layer: "L1" }, { onFiles: () => {} });
const entries: ScannedEntry[] = [...scan.folders.values()].flatMap((folder) =>
  folder.kind === "ok" ? [folder.entry] : [],
);
const callable = entries.filter(({ type }) => type === "tool" || type === "forge");
const services = createHostServices({
  now: Date.now,
  config: () => ({}),
  httpHosts: () => [],
  ticketFile: () => "",
  log: () => undefined,
});

/** What the skills compile to is found beside them. */
const composed = deriveComposed({
  winners: new Map(entries.map((entry) => [entry.name, entry])),
  hostNames: new Set(createHostTools().map(({ capability }) => capability.name)),
  disabledSkills: new Map(),
  trusted: new Set(),
});

const RULES = intentRulesOf(createDefaultTree([]));

/** Names that a message finds among everything shipped and the host tools, as a turn would: best first, tier applied. */
function findNames(message: string, leftOut?: string): string[] {
  const { tier } = classifyIntent(message, RULES);
  const allowed = [...entries, ...composed.tools.values()].filter(
    (entry) => isAllowedInTier(deriveNode(entry), tier) && entry.contract.loop?.hidden !== true,
  );
  const documents = allowed.map((entry) => {
    const document = toSearchDocument(entry);
    return { ...document, utterances: document.utterances.filter((utterance) => utterance !== leftOut) };
  });
  const index = buildSearchIndex([...documents, ...createHostTools().map(toHostDocument)]);
  return index.search(message, TOP).map((hit) => hit.name);
}

test("everything that ships loads without a finding", () => {
  expect([...scan.folders.values()].flatMap((folder) => (folder.kind === "broken" ? [folder.broken] : []))).toEqual([]);
  expect(entries.map(({ name }) => name).sort()).toEqual(SHIPPED);
  expect(entries.flatMap(({ name, issues }) => issues.map((issue) => `${name}: ${issue.message}`))).toEqual([]);
  expect(entries.flatMap(({ name, disabled }) => (disabled === undefined ? [] : [name]))).toEqual([]);
});

test("what ships as a skill with steps compiles, with what its steps ask for", () => {
  const compiled = [...composed.tools.values()];
  expect(compiled.map(({ name, composedFrom, disabled }) => [name, composedFrom, disabled])).toEqual([
    ["skill_outage_intake", "outage-intake", undefined],
  ]);
  expect(compiled[0]?.contract).toMatchObject({
    contract: { input: { additionalProperties: false }, output: { type: "object" } },
    tree: { group: "composed", routing: { min_tier: "question" }, perms: { approval_type: "none" } },
  });
  expect(compiled[0]?.files.map(({ path }) => path)).toContain("cases.jsonl");
});

test("every program talks to the host by the same module", () => {
  const digests = callable.map(({ files }) => files.find(({ path }) => path === "impl/frames.mjs")?.digest);
  expect(new Set(digests).size).toBe(1);
});

test("what it requires of the host is there", () => {
  const required = entries.flatMap(({ contract }) => contract.requires);
  expect(required.filter((name) => !services.names.includes(name))).toEqual([]);
});

describe.each(callable.map((entry) => [entry.name, entry] as const))("%s", (name, { contract, files }) => {
  const utterances = contract.evidence.utterances ?? [];

  test("has strict schemas, limits, cases and a place in the tree", () => {
    expect(contract.contract.input).toMatchObject({ type: "object", additionalProperties: false });
    expect(contract.contract.output).toMatchObject({ type: "object" });
    expect(contract.limits).toMatchObject({ timeout_ms: expect.any(Number), max_output_bytes: expect.any(Number) });
    expect(files.map(({ path }) => path)).toContain(contract.evidence.cases);
    expect(contract.tree).toMatchObject({ group: expect.any(String), display: { icon: expect.any(String) } });
  });

  test("has utterances in English and Chinese that do not say its name", () => {
    expect(utterances.length).toBeGreaterThanOrEqual(3);
    expect(utterances.some((utterance) => /\p{Script=Han}/u.test(utterance))).toBe(true);
    expect(utterances.some((utterance) => !/\p{Script=Han}/u.test(utterance))).toBe(true);
    const spoken = name.replace(/[-_]/g, "[-_ ]?");
    expect(utterances.filter((utterance) => new RegExp(spoken, "i").test(utterance))).toEqual([]);
  });

  test.each(utterances)("is found by: %s", (utterance) => {
    expect(findNames(utterance)).toContain(name);
  });

  test.each(utterances)("is found by its text alone, without this utterance: %s", (utterance) => {
    expect(findNames(utterance, utterance)).toContain(name);
  });
});

test.each([
  ["Where did my server start to fail last night?", "log-triage"],
  ["my service keeps printing exceptions, which one is the worst", "log-triage"],
  ["订单服务一直报错，帮忙看看日志", "log-triage"],
  ["how clean is this spreadsheet", "csv-profile"],
  ["这张表里有没有空值", "csv-profile"],
  ["我的单子到哪了 20241215-001", "query_ticket_status"],
  ["审批到哪步了", "query_ticket_status"],
  ["is this link a phishing attempt", "url-inspect"],
  ["why is my registered tool never called by the model", "capability-authoring"],
])("words nobody wrote down find it: %s -> %s", (message, name) => {
  expect(findNames(message)).toContain(name);
});

test("the release vouches for exactly these bytes; after a change run npm run trust:release", async () => {
  const release: unknown = JSON.parse(readFileSync(join(rootPath, "digests.json"), "utf8"));
  const { version } = JSON.parse(readFileSync(join(rootPath, "../package.json"), "utf8"));
  expect(release).toEqual(await loadReleaseDigests(rootPath, version));
});
