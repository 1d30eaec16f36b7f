import type { IntentTier } from "#server/capability/contract";
import type { CodegenReport } from "#server/registry/composed/composed-status";
import type { ValidationReport } from "#server/registry/validate-catalog";
import type { DiagnoseInput, ToolDiagnosis } from "#server/runs/diagnose/diagnosis";
import type { ValidationLevel } from "#server/tree/validate-tree";
import type { DerivedViews } from "./derived-views";
import type { NodeInspection, ToolDescription, ToolList } from "./describe-tool";
import type { GroupList } from "./list-groups";
import type { SubtreeList } from "./list-subtrees";
import type { TierAllowlist, TierPrompt } from "./tier-views";
import type { TreeView } from "./tree-view";

/**
 * The questions the tree answers about itself, over one catalog (domain.md 2.7, seed 004). One port for the tool, the API and
 * the command line, so that they answer the same. Contract: reads only; throws AppError not_found or bad_input for a name or
 * group that is none.
 */
export type Introspection = {
  listGroups(): GroupList;
  listTools(group: string): ToolList;
  describeTool(nameOrId: string): ToolDescription;
  inspect(nameOrId: string): NodeInspection;
  /** `depth` 0 is all of it. */
  tree(options: { node?: string; depth: number }): TreeView[];
  subtrees(): SubtreeList;
  /** What skills compile to. */
  codegen(): CodegenReport;
  /** Level 0 is all of them. */
  validate(level: ValidationLevel | 0): ValidationReport;
  /** Why a model does or does not call it, step by step; a name that nothing has is answered too. */
  diagnose(input: DiagnoseInput): ToolDiagnosis;
  generatePrompt(tier: IntentTier): TierPrompt;
  /** `agentType` adds what the provider of that sub-agent brings. Throws not_found for a type without a provider. */
  generateAllowlist(tier: IntentTier, agentType?: string): TierAllowlist;
  views(options: { tier: IntentTier; scope: string }): DerivedViews;
};
