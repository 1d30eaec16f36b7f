import { z } from "zod";
import { TREE_FINDING_CODES, type ValidationLevel, validateTree } from "#server/tree/validate-tree";
import type { Catalog } from "./catalog";

/** What only a contract tells of the rules of a tree; found when the entry is loaded, so that the editor says it as well. */
const CONTRACT_CODES = ["sensitive_in_l1", "focus_mode_too_wide", "asks_less_than_place"] as const;

export const findingSchema = z.object({
  code: z.enum([...TREE_FINDING_CODES, ...CONTRACT_CODES]),
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  severity: z.enum(["error", "warning"]),
  node_id: z.string(),
  message: z.string(),
  next: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** 0 is all levels, 1 to 3 that one alone. */
export const validationLevelSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

export const validationReportSchema = z.object({
  level: validationLevelSchema,
  valid: z.boolean(),
  errors: z.number().int().nonnegative(),
  warnings: z.number().int().nonnegative(),
  findings: z.array(findingSchema),
});
export type ValidationReport = z.infer<typeof validationReportSchema>;

function findContractFindings({ entries, tree }: Pick<Catalog, "entries" | "tree">): Finding[] {
  const idOf = new Map(tree.nodes.filter(({ kind }) => kind !== "group").map(({ name, id }) => [name, id]));
  return [...entries.values()].flatMap(({ name, issues, source }) =>
    issues.flatMap(({ code, severity, message, line }): Finding[] => {
      const known = CONTRACT_CODES.find((each) => each === code);
      if (known === undefined) return [];
      const next = `Mend ${source.file}, line ${line}.`;
      return [{ code: known, level: 1, severity, node_id: idOf.get(name) ?? name, message, next }];
    }),
  );
}

/**
 * The report of one level, or of all (0), over the tree and what the registry holds (domain.md 2.7). Valid means without an
 * error; warnings may be there.
 */
export function validateCatalog(
  catalog: Pick<Catalog, "entries" | "hostTools" | "tree">,
  level: ValidationLevel | 0,
): ValidationReport {
  const { entries, hostTools, tree } = catalog;
  const found = validateTree(tree, { level, registered: new Set([...hostTools.keys(), ...entries.keys()]) });
  const ofTree = found.map(({ nodeId, ...finding }) => ({ ...finding, node_id: nodeId }));
  const findings = [...ofTree, ...(level <= 1 ? findContractFindings(catalog) : [])].sort((a, b) => a.level - b.level);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return { level, valid: errors === 0, errors, warnings: findings.length - errors, findings };
}
