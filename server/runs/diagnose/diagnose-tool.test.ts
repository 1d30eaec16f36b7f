import { expect, test } from "vitest";
import { type Made, makeCatalog, makeRoot } from "#server/runs/catalog-testing";
import { diagnoseTool } from "./diagnose-tool";
import {
  DIAGNOSIS_STEPS,
  type DiagnoseInput,
  type DiagnosisStep,
  toolDiagnosisSchema,
  type Verdict,
} from "./diagnosis";

const TICKET: Made = {
  name: "query_ticket_status",
  description: "Looks up one ticket by its number and answers its progress. 查询工单的当前处理状态。",
  when: "The user asks how far a ticket is. 当用户询问处理进展、审批进度时使用。",
  contract: {
    input: {
      type: "object",
      required: ["ticket_id"],
      properties: { ticket_id: { type: "string", description: "Such as TK-20241215-001." } },
    },
  },
  evidence: { utterances: ["我的工单 TK-20241215-001 现在处理到哪一步了"] },
  tree: { group: "system", routing: { intent_keywords: { zh: ["工单"] } } },
};
const OTHER: Made = {
  name: "csv-profile",
  description: "Profiles a CSV table: columns, types, empty cells.",
  when: "The user wants an overview of a table.",
};

function diagnose(changes: Partial<Made>, input: Partial<DiagnoseInput> = {}, drafts: string[] = []) {
  const made = { ...TICKET, ...changes };
  return diagnoseTool(makeCatalog([made, OTHER], drafts), { name: made.name, ...input });
}

function lineOf(diagnosis: ReturnType<typeof diagnoseTool>, step: DiagnosisStep) {
  const line = diagnosis.steps.find((candidate) => candidate.step === step);
  if (!line) throw new Error(`no step ${step}`);
  return line;
}

test("a sound capability passes every step, in the order of the chain", () => {
  const diagnosis = diagnose({});
  expect(diagnosis.steps.map(({ step }) => step)).toEqual([...DIAGNOSIS_STEPS]);
  expect(diagnosis.steps.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  expect(diagnosis).toMatchObject({
    verdict: "ok",
    type: "tool",
    summary: "Nothing keeps a model from calling query_ticket_status.",
    utterances: [{ text: "我的工单 TK-20241215-001 现在处理到哪一步了", tier: "question" }],
  });
  expect(diagnosis.inventory).toMatch(/^33 static \+ 3 dynamic groups \(argus_, remote_, mcp_\) \+ \d+ groups$/);
  expect(toolDiagnosisSchema.parse(JSON.parse(JSON.stringify(diagnosis)))).toEqual(diagnosis);
});

type Case = [what: string, changes: Partial<Made>, step: DiagnosisStep, verdict: Verdict, says: string];

test("what it uses is followed to what is missing in the end", () => {
  const between = { ...OTHER, name: "between", uses: [{ capability: "gone" }] };
  const catalog = makeCatalog([{ ...TICKET, uses: [{ capability: "between" }] }, between]);
  const line = lineOf(diagnoseTool(catalog, { name: TICKET.name }), "enabled");
  expect(line.verdict).toBe("fail");
  expect(line.details?.map(({ capability }) => capability)).toEqual(["between", "gone"]);
});

test.each<Case>([
  ["a service that nobody provides", { requires: ["fax"] }, "enabled", "fail", "fax"],
  ["something it uses is missing", { uses: [{ capability: "gone" }] }, "enabled", "fail", "gone"],
  ["too high a tier", { tree: { routing: { min_tier: "task_write" } } }, "tiers", "fail", "1 of 1 messages"],
  ["another sub-agent's scope", { tree: { runtime: { subagent_scope: "media" } } }, "scope", "warn", '"media"'],
  ["a hidden loop", { type: "focus_mode", loop: { instructions: "x", hidden: true } }, "scope", "fail", "hidden"],
  ["a long name", { name: `query_${"ticket_".repeat(8)}x` }, "provider_names", "warn", "3 of 5"],
  ["a name that begins with a digit", { name: "7zip" }, "provider_names", "warn", "1 of 5"],
  ["a skill", { type: "skill" }, "provider_names", "skipped", "Only tools"],
  ["no input schema", { contract: {} }, "schema", "warn", "no input schema"],
  ["a schema that does not compile", { contract: { input: { type: "objekt" } } }, "schema", "fail", "does not compile"],
  [
    "an undescribed parameter",
    { contract: { input: { type: "object", properties: { id: {} } } } },
    "schema",
    "warn",
    "1 thing",
  ],
  ["a root that is no object", { contract: { input: { type: "string" } } }, "schema", "warn", "keep a model"],
  ["the article's description", { description: "查询工单状态", when: "" }, "description", "warn", "too short"],
  ["no description", { description: "", when: "" }, "description", "fail", "no description"],
  ["no message to rank for", { evidence: {} }, "rank", "skipped", "no message"],
  ["one line longer than all others", { when: "ticket ".repeat(400) }, "budget", "warn", "long for one line"],
  [
    "no place in a tier's prompt",
    { tree: { routing: { min_tier: "task_write" } } },
    "budget",
    "skipped",
    "does not have it",
  ],
  ["nothing may bind", { tree: { skills: { bindable: false } } }, "binding", "ok", "No skill may bind"],
])("%s", (_what, changes, step, verdict, says) => {
  const line = lineOf(diagnose(changes), step);
  expect(line).toMatchObject({ verdict });
  expect([line.message, line.next, ...(line.details ?? []).map(({ text }) => text)].join("\n")).toContain(says);
  if (verdict === "fail") expect(line.next).toBeTruthy();
});

test.each(["Query_Ticket_Status", "queryTicketStatus", "query-ticket-status"])(
  "%s is not taken for the real name; it is offered",
  (name) => {
    const diagnosis = diagnoseTool(makeCatalog([TICKET]), { name });
    expect(diagnosis).toMatchObject({ verdict: "fail", type: null });
    expect(lineOf(diagnosis, "registered")).toMatchObject({
      verdict: "fail",
      next: 'Did you mean "query_ticket_status"? Names are exact, and case counts.',
    });
    expect(diagnosis.steps.filter(({ verdict }) => verdict === "skipped")).toHaveLength(DIAGNOSIS_STEPS.length - 1);
  },
);

test("a draft fails at trust alone, and is ranked as if it were trusted", () => {
  const diagnosis = diagnose({}, {}, [TICKET.name]);
  expect(diagnosis.steps.filter(({ verdict }) => verdict === "fail").map(({ step }) => step)).toEqual(["trusted"]);
  expect(lineOf(diagnosis, "rank")).toMatchObject({ verdict: "ok" });
  expect(diagnosis.summary).toContain("It is a draft");
});

test("of a pending root's entry the words are judged, and the root is what fails", () => {
  const diagnosis = diagnoseTool(makeCatalog([OTHER], [], [makeRoot([TICKET], "pending")]), { name: TICKET.name });
  expect(lineOf(diagnosis, "trusted")).toMatchObject({ verdict: "fail", next: expect.stringContaining("admit") });
  expect(lineOf(diagnosis, "schema")).toMatchObject({ verdict: "ok" });
});

test("a tool of the default tree without an implementation says what would enable it", () => {
  const diagnosis = diagnoseTool(makeCatalog([OTHER]), { name: "bash", utterance: "delete the old logs" });
  expect(lineOf(diagnosis, "registered")).toMatchObject({ verdict: "warn" });
  expect(lineOf(diagnosis, "enabled")).toMatchObject({ verdict: "fail", next: expect.stringContaining("root") });
  expect(lineOf(diagnosis, "tiers").details?.[0]?.text).toContain("task_delete and reaches it");
});

test("a host tool is in every loop", () => {
  const diagnosis = diagnoseTool(makeCatalog([OTHER]), { name: "capability_ls", utterance: "list what you can do" });
  expect(lineOf(diagnosis, "registered").message).toContain("host tool");
  expect(diagnosis.steps.filter(({ verdict }) => verdict === "fail")).toEqual([]);
});

test("the rank names who stands above, and by which words", () => {
  const rival = { ...OTHER, name: "ticket-list", description: "工单 工单 工单 list of all 工单", when: "工单" };
  const catalog = makeCatalog([{ ...TICKET, tree: {}, evidence: {} }, rival]);
  const line = lineOf(diagnoseTool(catalog, { name: TICKET.name, utterance: "工单" }), "rank");
  expect(line).toMatchObject({ verdict: "warn" });
  expect(line.details).toContainEqual({
    text: expect.stringMatching(/^Above it: ticket-list, by .*工单 in /),
    capability: "ticket-list",
  });
});

test("a draft beside it is no rival: no loop sees it", () => {
  const rival = { ...OTHER, name: "ticket-list", description: "工单 工单 工单 list of all 工单", when: "工单" };
  const catalog = makeCatalog([{ ...TICKET, tree: {}, evidence: {} }, rival], [TICKET.name, rival.name]);
  expect(lineOf(diagnoseTool(catalog, { name: TICKET.name, utterance: "工单" }), "rank").verdict).toBe("ok");
});

test("of more capabilities than a prompt lists, the last ones are found by search alone", () => {
  const many = Array.from({ length: 25 }, (_, at) => ({ ...OTHER, name: `a-table-${at}`, tree: { group: "fs" } }));
  const line = lineOf(diagnoseTool(makeCatalog([...many, TICKET]), { name: TICKET.name }), "budget");
  expect(line).toMatchObject({ verdict: "warn", message: expect.stringContaining("a prompt lists 20") });
});

test("a small budget is spent before its line", () => {
  const line = lineOf(diagnose({}, { budgetTokens: 20 }), "budget");
  expect(line).toMatchObject({ verdict: "warn", message: expect.stringContaining("does not fit") });
});

test("what its own words find nearly as well is easily taken for it", () => {
  const twin = { ...TICKET, name: "query-tickets-status", evidence: {} };
  const line = lineOf(diagnoseTool(makeCatalog([TICKET, twin, OTHER]), { name: TICKET.name }), "neighbours");
  expect(line).toMatchObject({ verdict: "warn" });
  expect(line.details?.[0]).toMatchObject({ capability: twin.name });
});

test("another tier can be asked about", () => {
  const diagnosis = diagnose({}, { tier: "greeting" });
  expect(lineOf(diagnosis, "tiers")).toMatchObject({ verdict: "fail" });
});
