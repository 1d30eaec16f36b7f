import { expect, test } from "vitest";
import { filterHealth, type HealthItem } from "./health-model";

function makeItem(changes: Partial<HealthItem>): HealthItem {
  return {
    id: "a",
    name: "log-triage",
    severity: "error",
    code: "yaml_syntax",
    place: "/roots/team/log-triage/CAPABILITY.yaml:2:1",
    message: "A quote never closes.",
    next: "Mend it.",
    href: "/capabilities/log-triage?tab=edit",
    ...changes,
  };
}

const items = [
  makeItem({ id: "a" }),
  makeItem({ id: "b", name: "csv-profile", severity: "warning", code: "concealed", message: "U+202E turns the text." }),
  makeItem({ id: "c", name: "工单", severity: "note", message: "No run found it." }),
];

test.each([
  ["nothing asked keeps all", "", null, ["a", "b", "c"]],
  ["a word of the name", "csv", null, ["b"]],
  ["words of name and message, in any case", "LOG quote", null, ["a"]],
  ["a code", "concealed", null, ["b"]],
  ["Chinese", "工单", null, ["c"]],
  ["a severity", "", "note", ["c"]],
  ["a severity and a word that is elsewhere", "csv", "error", []],
] as const)("%s", (...[, words, severity, ids]) =>
  expect(filterHealth(items, { words, severity }).map(({ id }) => id)).toEqual(ids),
);
