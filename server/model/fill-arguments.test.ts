import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "#server/capability/contract";
import type { JsonObject, JsonValue } from "#server/capability/json";
import { fillArguments, findMissing } from "./fill-arguments";
import { parseMessage } from "./message-facts";

function objectOf(properties: Record<string, JsonValue>, required: string[] = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

const TICKET = objectOf({
  ticket_id: { type: "string", examples: ["TK-20241215-001", "20241215-001"] },
});
const TICKET_BY_PATTERN = objectOf({
  ticket_id: { type: "string", pattern: "^TK-\\d{8}-\\d{3}$", examples: ["TK-20241215-001"] },
});
const CSV = objectOf(
  {
    csv: { type: "string", examples: ["name,age\nAnna,31"] },
    delimiter: { enum: ["auto", ",", ";"], default: "auto" },
    header: { enum: ["auto", "yes", "no"], default: "auto" },
    top: { type: "integer", minimum: 0, maximum: 50, default: 5 },
  },
  ["csv"],
);
const LOG = objectOf({ log: { type: "string" }, language: { enum: ["en", "zh"], default: "en" } }, ["log"]);

type Row = { name: string; message: string; schema: JsonSchema; filled: JsonObject };

test.each<Row>([
  {
    name: "a full ticket number",
    message: "How far along is TK-20241215-001?",
    schema: TICKET,
    filled: { ticket_id: "TK-20241215-001" },
  },
  {
    name: "a bare number completed",
    message: "帮我看看 20241215-001 审批到哪个节点了",
    schema: TICKET,
    filled: { ticket_id: "TK-20241215-001" },
  },
  { name: "digits only", message: "工单20241215001进度", schema: TICKET, filled: { ticket_id: "TK-20241215-001" } },
  {
    name: "full-width digits",
    message: "工单 ２０２４１２１５－００１ 的进度",
    schema: TICKET,
    filled: { ticket_id: "TK-20241215-001" },
  },
  {
    name: "a pattern as it stands",
    message: "status of TK-20241215-001, please",
    schema: TICKET_BY_PATTERN,
    filled: { ticket_id: "TK-20241215-001" },
  },
  {
    name: "a pattern completed",
    message: "status of 20241215-001",
    schema: TICKET_BY_PATTERN,
    filled: { ticket_id: "TK-20241215-001" },
  },
  { name: "nothing invented", message: "how is my ticket?", schema: TICKET_BY_PATTERN, filled: {} },
  { name: "a longer number is not cut", message: "TK-20241215-0019", schema: TICKET_BY_PATTERN, filled: {} },
  {
    name: "CSV after a colon",
    message: "Profile this table: a,b\n1,2\n3,4",
    schema: CSV,
    filled: { csv: "a,b\n1,2\n3,4" },
  },
  {
    name: "CSV in a fence",
    message: "What is in here?\n```csv\na;b\n1;2\n```\ntop 3 please",
    schema: CSV,
    filled: { csv: "a;b\n1;2", top: 3 },
  },
  { name: "no table", message: "is there a header in tables?", schema: CSV, filled: {} },
  {
    name: "a log under the request",
    message: "What went wrong?\n10:00 ERROR db down\n10:01 ERROR db down",
    schema: LOG,
    filled: { log: "10:00 ERROR db down\n10:01 ERROR db down" },
  },
  {
    name: "a log with labels of its own above the question",
    message: "2026-11-30 14:32 UTC [18672] LOG:  ready\n2026-11-30 14:33 UTC [18693] ERROR:  down\nwhat is wrong here",
    schema: LOG,
    filled: { log: "2026-11-30 14:32 UTC [18672] LOG:  ready\n2026-11-30 14:33 UTC [18693] ERROR:  down" },
  },
  {
    name: "a log above the question, in Chinese",
    message: "10:00 ERROR db down\n10:01 ERROR db down\n这些报错是什么原因？",
    schema: LOG,
    filled: { log: "10:00 ERROR db down\n10:01 ERROR db down", language: "zh" },
  },
  {
    name: "a cron line",
    message: "what does */5 9-17 * * MON-FRI mean?",
    schema: objectOf({ expression: { type: "string", examples: ["0 0 1 JAN *", "@daily"] } }),
    filled: { expression: "*/5 9-17 * * MON-FRI" },
  },
  {
    name: "a cron line glued to Chinese",
    message: "解释一下*/15 * * * *是什么意思",
    schema: objectOf({ cron: { type: "string" } }),
    filled: { cron: "*/15 * * * *" },
  },
  {
    name: "a cron macro",
    message: "when does @daily fire?",
    schema: objectOf({ cron: { type: "string" } }),
    filled: { cron: "@daily" },
  },
  {
    name: "version and range",
    message: "does 1.4.2 satisfy ^1.2.0?",
    schema: objectOf({ version: { type: "string" }, range: { type: "string" } }),
    filled: { version: "1.4.2", range: "^1.2.0" },
  },
  {
    name: "a list of versions",
    message: "which of 1.0.0, 1.2.3-beta.1 and 2.0.0 fits >=1.1.0 <2?",
    schema: objectOf({ versions: { type: "array", items: { type: "string" } }, range: { type: "string" } }),
    filled: { versions: ["1.0.0", "1.2.3-beta.1", "2.0.0"], range: ">=1.1.0 <2" },
  },
  {
    name: "a URL without the full stop",
    message: "Look at https://example.com/a?b=1.",
    schema: objectOf({ url: { type: "string", format: "uri" } }),
    filled: { url: "https://example.com/a?b=1" },
  },
  {
    name: "a URL by the field's name",
    message: "检查一下 https://例子.测试/路径，谢谢",
    schema: objectOf({ url: { type: "string" } }),
    filled: { url: "https://例子.测试/路径" },
  },
  {
    name: "JSON text and a path",
    message: 'What is $.a[0].b in {"a":[{"b":"x"}]} ?',
    schema: objectOf({ json: { type: "string" }, path: { type: "string" } }),
    filled: { json: '{"a":[{"b":"x"}]}', path: "$.a[0].b" },
  },
  {
    name: "an object",
    message: 'filter {"colour":"red"}',
    schema: objectOf({ filter: { type: "object" } }),
    filled: { filter: { colour: "red" } },
  },
  {
    name: "the arguments themselves as JSON",
    message: 'run it with {"ticket_id":"TK-1"}',
    schema: TICKET,
    filled: { ticket_id: "TK-1" },
  },
  {
    name: "two fenced texts in order",
    message: "diff\n```\na\nb\n```\nand\n```\na\nc\n```",
    schema: objectOf({ before: { type: "string" }, after: { type: "string" } }),
    filled: { before: "a\nb", after: "a\nc" },
  },
  {
    name: "two labelled texts",
    message: "Compare\nbefore:\na\nb\nafter:\na\nc",
    schema: objectOf({ before: { type: "string" }, after: { type: "string" } }),
    filled: { before: "a\nb", after: "a\nc" },
  },
  {
    name: "two quoted texts",
    message: 'compare "one two" with "one three"',
    schema: objectOf({ left: { type: "string" }, right: { type: "string" } }),
    filled: { left: "one two", right: "one three" },
  },
  {
    name: "number, boolean and enum by name",
    message: "limit 20, verbose: true, mode fast",
    schema: objectOf(
      { limit: { type: "integer" }, verbose: { type: "boolean" }, mode: { enum: ["fast", "slow"] } },
      [],
    ),
    filled: { limit: 20, verbose: true, mode: "fast" },
  },
  {
    name: "a required number",
    message: "add 3.5 to it",
    schema: objectOf({ amount: { type: "number" } }),
    filled: { amount: 3.5 },
  },
  { name: "a number out of bounds is not taken", message: "top 900", schema: CSV, filled: {} },
  {
    name: "two required numbers",
    message: "from 3 to 7",
    schema: objectOf({ low: { type: "integer" }, high: { type: "integer" } }),
    filled: { low: 3, high: 7 },
  },
  {
    name: "a required default",
    message: "go",
    schema: objectOf({ size: { type: "integer", default: 4 } }),
    filled: { size: 4 },
  },
  { name: "a const", message: "go", schema: objectOf({ kind: { const: "fixed" } }), filled: { kind: "fixed" } },
  {
    name: "a question",
    message: "which entry speaks of rain?",
    schema: objectOf({ query: { type: "string" } }),
    filled: { query: "which entry speaks of rain?" },
  },
  {
    name: "a labelled value",
    message: 'name: "Anna Li", age = 31',
    schema: objectOf({ name: { type: "string" }, age: { type: "integer" } }),
    filled: { name: "Anna Li", age: 31 },
  },
  {
    name: "dates",
    message: "between 2026-01-02 and 2026-01-05",
    schema: objectOf({ since: { type: "string", format: "date" }, until: { type: "string", format: "date" } }),
    filled: { since: "2026-01-02", until: "2026-01-05" },
  },
  {
    name: "an email",
    message: "write to anna@example.com.",
    schema: objectOf({ to: { type: "string", format: "email" } }),
    filled: { to: "anna@example.com" },
  },
  { name: "a boolean schema", message: "anything", schema: true, filled: {} },
  {
    name: "a reference and allOf",
    message: "@hourly",
    schema: { allOf: [{ $ref: "#/$defs/job" }], $defs: { job: objectOf({ cron: { type: "string" } }) } },
    filled: { cron: "@hourly" },
  },
  {
    name: "a nullable union",
    message: "level 3",
    schema: objectOf({ level: { anyOf: [{ type: "null" }, { type: "integer" }] } }),
    filled: { level: 3 },
  },
  {
    name: "a broken pattern",
    message: "x 12",
    schema: objectOf({ code: { type: "string", pattern: "([" } }),
    filled: {},
  },
])("fills $name", ({ message, schema, filled }) => {
  expect(fillArguments({ facts: parseMessage(message), schema, steps: [] })).toEqual(filled);
});

test("a pattern that could take for ever is not tried", () => {
  const schema = objectOf({ code: { type: "string", pattern: "^(a+)+$" } });
  expect(fillArguments({ facts: parseMessage(`${"a".repeat(60)}!`), schema, steps: [] })).toEqual({});
});

test("no message and no schema makes it throw, and its arguments are JSON", () => {
  const schemaPart = fc.record(
    {
      type: fc.constantFrom("string", "integer", "number", "boolean", "array", "object", "null", "nonsense"),
      pattern: fc.constantFrom("^a$", "([", "\\d+", "^TK-\\d{3}$"),
      format: fc.constantFrom("uri", "date", "email", "unknown"),
      enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
      examples: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
      default: fc.jsonValue({ maxDepth: 1 }),
      $ref: fc.constantFrom("#", "#/properties/log", "#/nowhere", "http://x"),
    },
    { requiredKeys: [] },
  );
  const name = fc.constantFrom("log", "a.b", "ticket_id", "", "日志", "versions", "__proto__", "url");
  const schema = fc.record({ properties: fc.dictionary(name, schemaPart), required: fc.array(name, { maxLength: 3 }) });
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("TK-123", "{", '{"a":1}', "\n", "```\n", "^1.2.3", "* * * * *", "：", '"'),
  );
  const message = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(" "));
  fc.assert(
    fc.property(message, schema, (text, parts) => {
      const filled = fillArguments({ facts: parseMessage(text), schema: JSON.parse(JSON.stringify(parts)), steps: [] });
      expect(JSON.parse(JSON.stringify(filled))).toEqual(filled);
    }),
    { numRuns: 400 },
  );
});

test("a schema that refers to itself ends", () => {
  const schema: JsonSchema = { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } };
  expect(fillArguments({ facts: parseMessage("x"), schema, steps: [] })).toEqual({});
});

test("a required field may come from an earlier step's output of that name and type, newest first", () => {
  const step = { action: "require_tool", capability: "c", isError: false, observation: "" };
  const schema = objectOf({ report: { type: "string" } });
  const steps = [
    { ...step, output: { report: "old" } },
    { ...step, output: { report: "new" } },
    { ...step, output: { report: 3 } },
  ];
  expect(fillArguments({ facts: parseMessage("go on"), schema, steps })).toEqual({ report: "new" });
});

test("after a refused attempt only required fields are filled", () => {
  const filled = fillArguments({
    facts: parseMessage("csv: a,b top 3"),
    schema: CSV,
    steps: [],
    issues: ["/top is wrong"],
  });
  expect(Object.keys(filled)).toEqual(["csv"]);
});

test("what is missing is named with what the schema says of it", () => {
  const schema = objectOf({ cron: { type: "string", description: "Five fields." } });
  expect(findMissing({ facts: parseMessage("hello"), schema, steps: [] })).toEqual([
    { name: "cron", description: "Five fields." },
  ]);
});

test("a message of 200,000 characters is read in well under a second", () => {
  const lines = Array.from({ length: 4000 }, (_, index) => `2026-01-02 10:00:00 ERROR [worker-${index}] {"a": [1`);
  const startedAt = performance.now();
  const filled = fillArguments({
    facts: parseMessage(`What went wrong?\n${lines.join("\n")}`),
    schema: LOG,
    steps: [],
  });
  expect(String(filled.log).split("\n")).toHaveLength(4000);
  expect(performance.now() - startedAt).toBeLessThan(1500);
});
