import type { Catalog } from "#server/registry/catalog";
import { toLoopCatalog } from "#server/runs/loop-catalog";
import { diagnoseTool } from "./diagnose-tool";
import { DIAGNOSIS_STEPS, type DiagnoseInput, type DiagnosisLine, type ToolDiagnosis } from "./diagnosis";

const UNSEEN = "Nobody has approved its words, so none of them are shown to a model.";

/** Where a name stands of which a model may know no more. */
function findUnapproved({ entries, pending, broken }: Catalog, name: string): DiagnosisLine[] {
  const isNamed = (candidate: { name: string }) => candidate.name === name;
  if (entries.get(name)?.state === "draft") {
    const next = "A person can approve it in Review, or start a run with allow drafts.";
    return [
      { step: "registered", verdict: "ok", message: `"${name}" is in the registry.` },
      { step: "trusted", verdict: "fail", message: "It is a draft, and a loop uses trusted digests only.", next },
    ];
  }
  if (entries.has(name)) return [];
  if (pending.some(isNamed)) {
    const next = "A person can look at the root in Settings and admit it.";
    return [{ step: "trusted", verdict: "fail", message: `"${name}" lies in a root that nobody has admitted.`, next }];
  }
  if (!broken.some(isNamed)) return [];
  const next = "Its author can mend the file.";
  return [{ step: "registered", verdict: "fail", message: `"${name}" cannot be loaded.`, next }];
}

/**
 * `diagnoseTool` for a model: over what a loop may see, so that no word of a draft, a pending root or a broken file reaches a
 * prompt by way of a diagnosis (design.md 6). That such a name exists and what keeps it out is said.
 */
export function diagnoseForLoop(catalog: Catalog, input: DiagnoseInput): ToolDiagnosis {
  const seen: Catalog = {
    ...catalog,
    ...toLoopCatalog(catalog),
    shadowed: [],
    pending: [],
    broken: [],
    index: catalog.trustedIndex,
  };
  const diagnosis = diagnoseTool(seen, input);
  const known = findUnapproved(catalog, input.name);
  const failed = known.find(({ verdict }) => verdict === "fail");
  if (!failed) return diagnosis;
  const steps = DIAGNOSIS_STEPS.map(
    (step): DiagnosisLine => known.find((line) => line.step === step) ?? { step, verdict: "skipped", message: UNSEEN },
  );
  return {
    ...diagnosis,
    type: null,
    verdict: "fail",
    summary: `No model calls ${input.name}: ${failed.message}`,
    utterances: [],
    steps,
    resolution: { ...diagnosis.resolution, suggestion: `${failed.message} ${failed.next ?? ""}`.trim() },
  };
}
