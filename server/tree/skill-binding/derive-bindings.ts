import type { TrustState } from "#server/capability/contract";
import { findRulesForName } from "#server/tree/derive-dynamic";
import type { CapabilityTree, TreeNode } from "#server/tree/node";

/** A skill as far as binding asks about it. */
export type BindingSkill = {
  name: string;
  description: string;
  state: TrustState;
  /** Nothing may load it now. */
  isDisabled: boolean;
  /** Names of the tools its `tools:` says. */
  tools: readonly string[];
};

export const BINDING_CODES = ["unknown_tool", "not_bindable", "disabled", "draft", "second"] as const;
export type BindingCode = (typeof BINDING_CODES)[number];

/** What became of one claim of a skill. `waiting`: it would bind, were it trusted. */
export type SkillBinding = { skill: string; tool: string } & (
  | { kind: "bound" }
  | { kind: "waiting" | "refused"; code: BindingCode; reason: string }
);

export type Bindings = {
  /** One for each claim, in the order of skills and of what each says. */
  claims: readonly SkillBinding[];
  /** What is added to the description of a tool, by its name. */
  suffixes: ReadonlyMap<string, string>;
  /** Skills that are bound to a tool, by its name. */
  boundSkills: ReadonlyMap<string, readonly string[]>;
};

type Judged = { kind: "refused" | "waiting"; code: BindingCode; reason: string } | { kind: "bound" };

function judge(
  { skill, tool }: { skill: BindingSkill; tool: string },
  node: TreeNode | undefined,
  first: { name: string | undefined; allowDrafts: boolean },
): Judged {
  if (!node) return { kind: "refused", code: "unknown_tool", reason: `Nothing in the tree is called "${tool}".` };
  if (node.metadata.skills?.bindable !== true) {
    return { kind: "refused", code: "not_bindable", reason: `"${tool}" takes no skill: it is not bindable.` };
  }
  if (skill.isDisabled) return { kind: "refused", code: "disabled", reason: `The skill "${skill.name}" is disabled.` };
  if (skill.state === "draft" && !first.allowDrafts) {
    const reason = "It is a draft: what nobody trusts adds nothing to a tool's description.";
    return { kind: "waiting", code: "draft", reason };
  }
  if (first.name === undefined) return { kind: "bound" };
  const reason = `"${tool}" has a skill already: "${first.name}", which comes first by name.`;
  return { kind: "refused", code: "second", reason };
}

/** Text of a skill on one line: a line break in it must not begin a line of a prompt. */
function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Skills that the tool's own metadata names and that are there to be loaded. */
function findDeclared(node: TreeNode | undefined, usable: ReadonlyMap<string, BindingSkill>): string[] {
  return (node?.metadata.skills?.bound_skills ?? []).filter((name) => usable.has(name));
}

/**
 * Binds skills to tools (domain.md 2.8): a skill names tools in its SKILL.md; the tool must be in the tree, or have the name
 * of a dynamic group's, and be bindable; of several skills the first of `skills` wins, so the order is the caller's. The
 * tool's description then gets " [Bound skills: a, b]", with the skills that its own metadata names after the winner, and
 * " [Skill: <description of the first>]". Drafts bind only where they are allowed.
 */
export function deriveBindings(
  tree: CapabilityTree,
  skills: readonly BindingSkill[],
  { allowDrafts }: { allowDrafts: boolean },
): Bindings {
  const isUsable = ({ state, isDisabled }: BindingSkill) => !isDisabled && (allowDrafts || state === "trusted");
  const usable = new Map(skills.filter(isUsable).map((skill) => [skill.name, skill]));
  const winners = new Map<string, string>();
  const claims = skills.flatMap((skill) =>
    skill.tools.map((tool): SkillBinding => {
      const node = findRulesForName(tree, tool);
      const judged = judge({ skill, tool }, node, { name: winners.get(tool), allowDrafts });
      if (judged.kind === "bound") winners.set(tool, skill.name);
      return { skill: skill.name, tool, ...judged };
    }),
  );
  const boundSkills = new Map<string, string[]>();
  for (const [tool, winner] of winners) boundSkills.set(tool, [winner]);
  for (const node of tree.nodes) {
    const declared = findDeclared(node, usable);
    if (declared.length === 0) continue;
    boundSkills.set(node.name, [...new Set([...(boundSkills.get(node.name) ?? []), ...declared])]);
  }
  const suffixes = [...boundSkills].map(([tool, names]): [string, string] => {
    const first = usable.get(names[0] ?? "");
    return [tool, ` [Bound skills: ${names.join(", ")}] [Skill: ${toLine(first?.description ?? "")}]`];
  });
  return { claims, suffixes: new Map(suffixes), boundSkills };
}
