import { z } from "zod";
import type { Contract } from "#server/capability/contract";
import { estimateTokens } from "#server/capability/estimate-tokens";
import { skillTermsOf } from "#server/capability/skill-terms";
import { toCapabilityLine } from "#server/loop/prompt/capability-usage";
import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { deriveRelations, relationsSchema } from "#server/registry/derive-relations";
import { approvalProblem } from "#server/tree/approval-problem";
import { deriveNodeFacts, nodeFactsSchema, type Standing } from "#server/tree/derive-facts";
import { deriveFields, dimensionFieldSchema } from "#server/tree/derive-fields";
import { deriveNode } from "#server/tree/derive-node";
import { scopeOf } from "#server/tree/derive-tools";
import type { TreeNode } from "#server/tree/node";
import { lookup, toolsByName } from "#server/tree/tree-index";
import { findListedCapability } from "./catalog-view";

/** Everything that follows from a place in the tree, as the page of one capability or built-in tool shows it. */
export const capabilityFactsSchema = z.object({
  /** Id of its place, such as "fs/read_file". */
  id: z.string(),
  group: z.string(),
  source: z.enum(["builtin", "host", "capability"]),
  facts: nodeFactsSchema,
  fields: z.array(dimensionFieldSchema),
  relations: relationsSchema,
  /** It needs a yes of its own, and no run can ask a person yet. */
  isRefused: z.boolean(),
  /** The lines of a prompt that lists it, with an estimate of their tokens; null where nothing implements it. */
  prompt: z.object({ line: z.string(), tokens: z.number() }).nullable(),
});
export type CapabilityFacts = z.infer<typeof capabilityFactsSchema>;

/** What is asked about besides the catalog: a contract that only a draft has, and the services there are. */
export type FactSources = { draft?: Contract | undefined; hostServices: readonly string[] };

type Subject = { node: TreeNode; contract: Contract | undefined; entry: CapabilityEntry | undefined };

/** What the page of a name is about: its winner, what waits for admission, what only a draft has, or a tool of the tree. */
function findSubject(catalog: Catalog, name: string, draft: Contract | undefined): Subject | undefined {
  const node = toolsByName(catalog.tree).get(name);
  const entry = catalog.entries.get(name) ?? catalog.pending.find((pending) => pending.name === name);
  if (!entry && catalog.broken.some((broken) => broken.name === name)) return undefined;
  const contract = entry?.contract ?? draft;
  if (!contract) return node && { node, contract, entry };
  // A name of a host tool is the host's: such a capability has a page and no place.
  const own = node?.source === "capability" ? node : deriveNode(entry ?? { contract, state: "draft" });
  return { node: own, contract, entry };
}

function findStanding(catalog: Catalog, { entry, contract }: Subject): Standing {
  if (entry && catalog.pending.includes(entry)) return "pending";
  if (contract?.loop?.hidden === true) return "hidden";
  return contract && skillTermsOf(contract)?.isModelInvocable === false ? "person_only" : null;
}

/** The facts of a name; null for one that has no place and will have none. Pure. */
export function capabilityFactsOf(catalog: Catalog, name: string, sources: FactSources): CapabilityFacts | null {
  const subject = findSubject(catalog, name, sources.draft);
  if (!subject) return null;
  const { node, contract, entry } = subject;
  const tool = contract === undefined ? catalog.hostTools.get(name) : undefined;
  const listed = findListedCapability(catalog, { node, entry });
  const line = listed && toCapabilityLine(listed);
  const relations = deriveRelations(catalog, name, { contract, provided: new Set(sources.hostServices) });
  return {
    id: node.id,
    group: node.parent,
    source: node.source,
    facts: deriveNodeFacts(catalog.tree, node, findStanding(catalog, subject)),
    fields: deriveFields(node, {
      own: contract?.tree ?? tool?.metadata,
      group: lookup(catalog.tree, node.parent)?.metadata,
    }),
    // A sub-agent's own tool is no other loop's, whatever that may use.
    relations: scopeOf(node) === "" ? relations : { ...relations, openModes: [] },
    isRefused: listed !== undefined && approvalProblem(listed) !== null,
    prompt: line === undefined ? null : { line, tokens: estimateTokens(line) },
  };
}
