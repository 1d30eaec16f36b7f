import type { Catalog } from "#server/registry/catalog";
import { resolveInCatalog } from "#server/registry/resolve-in-catalog";
import { dynamicGroupPrefixes } from "#server/tree/derive-dynamic";
import { allStaticTools } from "#server/tree/derive-tools";
import { checkBudget, checkNeighbours, checkRank } from "./check-discovery";
import { checkDescription, checkProviderNames, checkSchema } from "./check-offer";
import { checkBinding, checkScope, checkTiers } from "./check-reach";
import { checkEnabled, checkRegistered, checkTrusted, checkUnregistered } from "./check-standing";
import {
  DIAGNOSIS_STEPS,
  type DiagnoseInput,
  type DiagnosisLine,
  type DiagnosisStep,
  type ToolDiagnosis,
  VERDICTS,
  type Verdict,
} from "./diagnosis";
import { findSubject, type Subject } from "./subject";

const CHECKS: Record<DiagnosisStep, (subject: Subject) => DiagnosisLine> = {
  registered: checkRegistered,
  enabled: checkEnabled,
  trusted: checkTrusted,
  tiers: checkTiers,
  scope: checkScope,
  provider_names: checkProviderNames,
  schema: checkSchema,
  description: checkDescription,
  rank: checkRank,
  budget: checkBudget,
  neighbours: checkNeighbours,
  binding: checkBinding,
};

/** "33 static + 3 dynamic groups (argus_, remote_, mcp_) + 20 groups" (domain.md 2.7). */
function toInventory({ tree }: Pick<Catalog, "tree">): string {
  const prefixes = dynamicGroupPrefixes(tree);
  const groups = tree.nodes.filter(({ kind }) => kind === "group").length;
  const listed = prefixes.length > 0 ? ` (${prefixes.join(", ")})` : "";
  return `${allStaticTools(tree).length} static + ${prefixes.length} dynamic groups${listed} + ${groups} groups`;
}

function toWorst(steps: readonly DiagnosisLine[]): Verdict {
  const by: readonly Verdict[] = ["fail", "warn", "ok"] satisfies Verdict[];
  return by.find((verdict) => steps.some((line) => line.verdict === verdict)) ?? VERDICTS[0];
}

function toSummary(name: string, steps: readonly DiagnosisLine[]): string {
  const failed = steps.find(({ verdict }) => verdict === "fail");
  if (failed) return `No model calls ${name}: ${failed.message}`;
  const weak = steps.filter(({ verdict }) => verdict === "warn");
  const [first] = weak;
  if (!first) return `Nothing keeps a model from calling ${name}.`;
  const more = weak.length > 1 ? ` (and ${weak.length - 1} more)` : "";
  return `A model can call ${name}, and may miss it${more}: ${first.message}`;
}

function checkUnknown(catalog: Catalog, name: string): DiagnosisLine[] {
  return DIAGNOSIS_STEPS.map((step) =>
    step === "registered"
      ? checkUnregistered(catalog, name)
      : { step, verdict: "skipped", message: "There is nothing to look at." },
  );
}

/**
 * Answers "registered, but the model never calls it" (the extension article 5.1) as a checklist along the chain from the
 * file to the call: each step with its verdict, what was found and what to do. A name that nothing has is answered too, with
 * what is near. Pure: the catalog and the question decide; every rank and prompt line is that of a real turn.
 */
export function diagnoseTool(catalog: Catalog, input: DiagnoseInput): ToolDiagnosis {
  const { name } = input;
  const subject = findSubject(catalog, input);
  const steps = subject ? DIAGNOSIS_STEPS.map((step) => CHECKS[step](subject)) : checkUnknown(catalog, name);
  return {
    name,
    type: subject?.type ?? null,
    verdict: toWorst(steps),
    summary: toSummary(name, steps),
    utterances: (subject?.utterances ?? []).map(({ text, tier }) => ({ text, tier })),
    steps,
    resolution: resolveInCatalog(catalog, name),
    inventory: toInventory(catalog),
    revision: catalog.revision,
  };
}
