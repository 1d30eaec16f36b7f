import { z } from "zod";
import {
  approvalTypeSchema,
  contractSchema,
  FILE_ACCESSES,
  intentTierSchema,
  SECURITY_LEVELS,
  type TreeMetadata,
} from "#server/capability/contract";

/** What people filter a catalog by beside type, state and layer: the tree's answers, every default filled in. */
export const facetsSchema = z.object({
  /** What the contract claims; what counts is the entry's state. null where there is no contract. */
  status: contractSchema.shape.status.unwrap().nullable(),
  minTier: intentTierSchema,
  approvalType: approvalTypeSchema,
  /** "" is everybody's. */
  scope: z.string(),
  securityLevel: z.enum(SECURITY_LEVELS),
  fileAccess: z.enum(FILE_ACCESSES),
  policyGroups: z.array(z.string()),
  owner: z.string(),
});
export type Facets = z.infer<typeof facetsSchema>;

/**
 * The facets of a node of the tree, of a contract or built in. What a built-in leaves out follows the rules for built-ins:
 * an empty tier counts as multimodal (design.md 4).
 */
export function toFacets({ routing, perms, runtime, policy }: TreeMetadata, status: Facets["status"]): Facets {
  return {
    status,
    minTier: routing?.min_tier ?? "task_multimodal",
    approvalType: perms?.approval_type ?? "none",
    scope: runtime?.subagent_scope ?? "",
    securityLevel: perms?.min_security_level ?? "allowlist",
    fileAccess: perms?.file_access ?? "none",
    policyGroups: policy?.policy_groups ?? [],
    owner: runtime?.owner ?? "",
  };
}

/** Sets of facets by number, those of `first` with theirs: of 5,000 entries all but a few dozen share theirs with others, so each is sent once. */
export function createFacetSets(first: readonly Facets[] = []): { add(facets: Facets): number; all(): Facets[] } {
  const sets = [...first];
  const numbers = new Map(first.map((facets, number) => [JSON.stringify(facets), number]));
  return {
    add(facets) {
      const key = JSON.stringify(facets);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, sets.length);
      return sets.push(facets) - 1;
    },
    all: () => sets,
  };
}
