import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { INTENT_TIERS, type IntentTier, intentTierSchema } from "#server/capability/contract";
import { createDefaultTree } from "./default-tree";
import { intentRulesOf } from "./intent-rules";
import { classifyIntent } from "./intent-tiers";

const RULES = intentRulesOf(createDefaultTree([]));
const DOCS = new URL("../../docs/tree.md", import.meta.url);
const BEGIN = "<!-- intent matrix: made by server/tree/intent-messages.test.ts -->";
const END = "<!-- end of the intent matrix -->";

type Message = { text: string; wanted: IntentTier; given: IntentTier };

function findMessages(): Message[] {
  const page = readFileSync(new URL("./intent-messages.md", import.meta.url), "utf8");
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const wanted = intentTierSchema.parse(heading.trim());
      return lines
        .filter((line) => line.startsWith("- "))
        .map((line) => line.slice(2))
        .map((text) => ({ text, wanted, given: classifyIntent(text, RULES).tier }));
    });
}

const messages = findMessages();
const count = (wanted: IntentTier, given: IntentTier) =>
  messages.filter((message) => message.wanted === wanted && message.given === given).length;

const NAMES = INTENT_TIERS.map((tier) => tier.replace("task_", ""));
/** As wide as its widest cell, which is how formatters of Markdown leave a table alone. */
const WIDTHS = ["task_multimodal", ...NAMES].map(({ length }) => length);

function toRow(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell, at) => String(cell === 0 ? "" : cell).padEnd(WIDTHS[at] ?? 0)).join(" | ")} |`;
}

function toMatrix(): string {
  const wrong = messages.filter(({ wanted, given }) => wanted !== given);
  const right = messages.length - wrong.length;
  return [
    BEGIN,
    "",
    toRow(["wanted \\ given", ...NAMES]),
    toRow(WIDTHS.map((width) => "-".repeat(width))),
    ...INTENT_TIERS.map((wanted) => toRow([wanted, ...INTENT_TIERS.map((given) => count(wanted, given))])),
    "",
    `${right} of ${messages.length} right (${((100 * right) / messages.length).toFixed(1)} %). Wrong:`,
    "",
    ...wrong.map(({ text, wanted, given }) => `- ${text} (wanted ${wanted}, given ${given})`),
    "",
    END,
  ].join("\n");
}

test("there are enough messages, half of them Chinese, each once", () => {
  expect(messages.length).toBeGreaterThanOrEqual(150);
  const chinese = messages.filter(({ text }) => /\p{Script=Han}/u.test(text));
  expect(chinese.length / messages.length).toBeGreaterThanOrEqual(0.5);
  expect(new Set(messages.map(({ text }) => text)).size).toBe(messages.length);
});

test("nothing is taken for a deletion that is none, and no deletion is missed", () => {
  const ofDeletion = ({ wanted, given }: Message) => (wanted === "task_delete") !== (given === "task_delete");
  expect(messages.filter(ofDeletion)).toEqual([]);
});

test("docs/tree.md publishes the confusion matrix as it is; write it by running this test with -u", async () => {
  const page = readFileSync(DOCS, "utf8");
  const [before, rest = ""] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? "";
  await expect(`${before}${toMatrix()}${after}`).toMatchFileSnapshot(DOCS.pathname);
});
