import type { z } from "zod";
import { type Contract, type ContractIssue, contractSchema } from "./contract";
import { type ContractSource, createReport } from "./contract-report";
import { findContractMistakes } from "./find-contract-mistakes";
import { findQuotingFixes } from "./find-quoting-fixes";
import { isJsonObject } from "./json";
import { findMisspelledKeys } from "./known-keys";
import { normaliseContract } from "./normalise-contract";
import { type PathPart, readYaml } from "./yaml-document";

export type ParsedContract =
  | { kind: "ok"; contract: Contract; issues: ContractIssue[] }
  | { kind: "broken"; issues: ContractIssue[]; partial: { name?: string; description?: string; when?: string } };

/** What a person reads for a value that the schema refuses: the key, then what it must be. */
function sentenceOf(path: readonly PathPart[], message: string, value: unknown): string {
  const key = path.length === 0 ? "The file" : `"${path.join(".")}"`;
  if (value === undefined) return `${key} is missing. Add it.`;
  if (message === "Invalid input" && path[0] === "contract") {
    return `${key} must be a JSON Schema: an object such as {type: object}, or true or false.`;
  }
  return `${key} cannot be used: ${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
}

function valueAt(value: unknown, path: readonly PathPart[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Object.hasOwn(current, part) ? Reflect.get(current, part) : undefined;
  }
  return current;
}

/** design.md 4: a forge calls capabilities, or has several steps and no program of its own; `loop` makes a focus mode. */
function typeOf(contract: z.infer<typeof contractSchema>, hasImpl: boolean): Contract["type"] {
  if (contract.loop) return "focus_mode";
  const callsCapabilities = contract.steps.some((step) => step.kind === "capability");
  return callsCapabilities || (contract.steps.length >= 2 && !hasImpl) ? "forge" : "tool";
}

function partialOf(value: unknown): { name?: string; description?: string; when?: string } {
  if (!isJsonObject(value)) return {};
  const partial: { name?: string; description?: string; when?: string } = {};
  if (typeof value.name === "string") partial.name = value.name;
  if (typeof value.description === "string") partial.description = value.description;
  if (typeof value.when === "string") partial.when = value.when;
  return partial;
}

/**
 * Parses the text of a `CAPABILITY.yaml` (design.md 4, domain.md 3.1). `ok` means it can be loaded, with its type decided
 * and every default filled in; its issues may still hold errors, for which the registry disables the entry. `broken`
 * means there is no contract to speak of. Every issue names file, line and column. Never throws, whatever the text.
 */
export function parseContract(text: string, source: ContractSource): ParsedContract {
  const read = readYaml(text, { file: source.file });
  if (read.kind === "broken") {
    return { kind: "broken", issues: findQuotingFixes(text, { file: source.file }) ?? read.issues, partial: {} };
  }
  const { document } = read;
  const issues: ContractIssue[] = [];
  const report = createReport(document, source.file, issues);
  if (!isJsonObject(document.value)) {
    report([], {
      code: "not_a_map",
      message: "The file must hold keys and values, such as `name: my-capability` and `description: ...`.",
    });
    return { kind: "broken", issues, partial: {} };
  }
  const value = normaliseContract(document, document.value, report);
  for (const { path, key, meant } of findMisspelledKeys(contractSchema, value)) {
    const message = `"${key}" is not a key that Capstan knows; did you mean "${meant}"?`;
    report(path, { severity: "warning", code: "misspelled_key", message, fix: meant, at: "key" });
  }
  const parsed = contractSchema.safeParse(value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
      report(path, { code: "schema", message: sentenceOf(path, issue.message, valueAt(value, path)) });
    }
    return { kind: "broken", issues, partial: partialOf(value) };
  }
  const contract: Contract = { ...parsed.data, type: parsed.data.type ?? typeOf(parsed.data, source.hasImpl) };
  findContractMistakes(contract, source, report);
  return { kind: "ok", contract, issues };
}
