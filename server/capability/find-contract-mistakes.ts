import { type Contract, LOOP_ACTIONS, type Step } from "./contract";
import type { ContractSource, Report } from "./contract-report";
import { isJsonObject } from "./json";

/** Core actions and capabilities of one focus mode from which on a model chooses badly among them. */
const LOOP_CHOICES_MAX = 20;

/** True when a path of a contract leaves the capability's folder, or is not a plain relative path with `/`. */
export function isOutsideFolder(path: string): boolean {
  return (
    path === "" ||
    path.startsWith("/") ||
    /^[A-Za-z]:/.test(path) ||
    path.includes("\\") ||
    path.includes("\0") ||
    path.split("/").some((part) => part === ".." || part === "")
  );
}

function checkInsideFolder(report: Report, path: (string | number)[], value: string | undefined): void {
  if (value === undefined || !isOutsideFolder(value)) return;
  report(path, {
    code: "path_outside_folder",
    message: `"${value}" must be a path inside the capability's folder, such as prompts/explain.md.`,
  });
}

function checkStep(contract: Contract, index: number, report: Report): void {
  const step: Step | undefined = contract.steps[index];
  if (!step) return;
  const at = ["steps", index];
  checkInsideFolder(report, [...at, "prompt"], step.prompt);
  checkInsideFolder(report, [...at, "file"], step.file);
  if (step.kind === "llm" && step.prompt === undefined) {
    const message = `The llm step "${step.id}" has no prompt. Name its template, such as prompt: prompts/${step.id}.md.`;
    report(at, { code: "step_without_prompt", message });
  }
  if (step.kind !== "capability") return;
  if (step.capability === undefined) {
    const message = `The step "${step.id}" calls a capability but does not name it. Add capability: <name>.`;
    report(at, { code: "step_without_capability", message });
  } else if (step.capability === contract.name) {
    const message = `The step "${step.id}" calls the capability itself, which would never end.`;
    report([...at, "capability"], { code: "uses_itself", message });
  }
}

function checkSteps(contract: Contract, report: Report): void {
  const seen = new Set<string>();
  for (const [index, step] of contract.steps.entries()) {
    if (seen.has(step.id)) {
      const message = `Two steps have the id "${step.id}"; a step is called by its id, so each needs its own.`;
      report(["steps", index, "id"], { code: "duplicate_step", message });
    }
    seen.add(step.id);
    checkStep(contract, index, report);
  }
}

function checkType(contract: Contract, report: Report): void {
  if (contract.type === "focus_mode" && contract.loop === undefined) {
    const message = "A focus mode needs `loop:` with its instructions.";
    report(["type"], { code: "focus_mode_without_loop", message });
  }
  if (contract.type !== "focus_mode" && contract.loop !== undefined) {
    const message = `"loop" is only read when the type is focus_mode; here it is ${contract.type}.`;
    report(["loop"], { severity: "warning", code: "loop_without_focus_mode", message, at: "key" });
  }
}

/** Left out, all actions are core; left out capabilities are found by search and are no choice in every prompt. */
function checkLoopChoices({ loop }: Contract, report: Report): void {
  if (loop === undefined) return;
  const actions = loop.actions?.length ?? LOOP_ACTIONS.length;
  const capabilities = loop.capabilities?.length ?? 0;
  if (actions + capabilities < LOOP_CHOICES_MAX) return;
  const message = `This focus mode has ${actions} actions and ${capabilities} capabilities to choose from in every turn; with ${LOOP_CHOICES_MAX} or more a model chooses badly. Narrow it, or split it in two.`;
  report(["loop"], { severity: "warning", code: "focus_mode_too_wide", message, at: "key" });
}

/** A definition that came without an input schema has lost it on the way: a program alone does not make it callable. */
function checkImported(contract: Contract, report: Report): void {
  if (contract.type !== "tool" || !isJsonObject(contract["x-import"]) || contract.contract.input !== undefined) return;
  const message = "It was imported without an input schema, so nobody knows what to send. Write contract.input.";
  report(["x-import"], { code: "no_input_schema", message, at: "key" });
}

/**
 * Checks what a schema cannot say: steps that lack what their kind needs, paths that leave the folder, names used twice,
 * a capability that uses itself, a name unlike its folder's. Errors here disable an entry, they do not break it.
 */
export function findContractMistakes(contract: Contract, source: ContractSource, report: Report): void {
  if (source.folderName !== undefined && source.folderName !== contract.name) {
    const message = `The name "${contract.name}" differs from its folder "${source.folderName}"; the name counts.`;
    report(["name"], { severity: "warning", code: "name_differs", message, fix: source.folderName });
  }
  if (contract.description.trim() === "") {
    const message = "Without a description no search and no model will find it. Say in one sentence what it does.";
    report(["description"], { severity: "warning", code: "no_description", message });
  }
  checkType(contract, report);
  checkImported(contract, report);
  checkLoopChoices(contract, report);
  checkSteps(contract, report);
  checkInsideFolder(report, ["evidence", "cases"], contract.evidence.cases);
  for (const [index, use] of contract.uses.entries()) {
    if (use.capability !== contract.name) continue;
    const message = `"uses" names the capability itself.`;
    report(["uses", index], { code: "uses_itself", message });
  }
}
