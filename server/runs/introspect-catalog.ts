import { AppError } from "#server/errors";
import type { Catalog } from "#server/registry/catalog";
import { reportCodegen } from "#server/registry/composed/composed-status";
import { bindingsOf } from "#server/registry/skills/catalog-bindings";
import { validateCatalog } from "#server/registry/validate-catalog";
import type { SubAgentTrees } from "#server/tools/subagents/create-sub-agent-trees";
import { deriveViews } from "#server/tree/introspect/derived-views";
import { describeTool, inspectNode, listTools, type ToolWords } from "#server/tree/introspect/describe-tool";
import type { Introspection } from "#server/tree/introspect/introspection";
import { listGroups } from "#server/tree/introspect/list-groups";
import { listSubtrees } from "#server/tree/introspect/list-subtrees";
import { generateAllowlist, generatePrompt } from "#server/tree/introspect/tier-views";
import { toTreeView } from "#server/tree/introspect/tree-view";
import { toolsByName } from "#server/tree/tree-index";
import { diagnoseForLoop } from "./diagnose/diagnose-for-loop";
import { diagnoseTool } from "./diagnose/diagnose-tool";
import { toLoopCatalog } from "./loop-catalog";

/** Descriptions as a prompt has them: a capability's or host tool's own, then what bound skills add. */
function toToolWords(held: Pick<Catalog, "entries" | "hostTools" | "tree">): ToolWords {
  const { suffixes, boundSkills } = bindingsOf(held);
  return (name) => {
    const own = held.entries.get(name)?.contract.description ?? held.hostTools.get(name)?.capability.description;
    const words = own ?? toolsByName(held.tree).get(name)?.metadata.prompt?.summary ?? "";
    return { description: words + (suffixes.get(name) ?? ""), boundSkills: boundSkills.get(name) ?? [] };
  };
}

/**
 * What the tree says of itself, over one catalog. `forLoop`: to a model that may see nothing of drafts, as `toLoopCatalog`
 * and `diagnoseForLoop` have it; else to a person, or to a run that a person started with allow drafts.
 */
export function introspectCatalog(
  catalog: Catalog,
  { subAgentTrees, forLoop }: { subAgentTrees: SubAgentTrees; forLoop: boolean },
): Introspection {
  const held = forLoop ? toLoopCatalog(catalog) : catalog;
  const { tree } = held;
  const findProvider = (agentType: string) => {
    const provider = subAgentTrees.subAgentTreeFor(agentType);
    if (provider) return provider;
    throw new AppError("not_found", `No provider brings tools for a sub-agent of the type ${agentType}.`, {
      next: "subtrees lists the types.",
    });
  };
  return {
    listGroups: () => listGroups(tree),
    listTools: (group) => listTools(tree, group),
    describeTool: (nameOrId) => describeTool(tree, nameOrId, toToolWords(held)),
    inspect: (nameOrId) => inspectNode(tree, nameOrId),
    tree: (options) => toTreeView(tree, options),
    subtrees: () =>
      listSubtrees(tree, (type, groupId) => subAgentTrees.subAgentTreeFor(type)?.subTreeGroupId() === groupId),
    codegen: () => reportCodegen(held),
    validate: (level) => validateCatalog(held, level),
    diagnose: (input) => (forLoop ? diagnoseForLoop(catalog, input) : diagnoseTool(catalog, input)),
    generatePrompt: (tier) => generatePrompt(tree, tier),
    generateAllowlist(tier, agentType) {
      const brought = agentType === undefined ? [] : findProvider(agentType).toolDefs();
      return generateAllowlist(tree, tier, new Set(brought.map(({ name }) => name)));
    },
    views: (options) => deriveViews(tree, options),
  };
}
