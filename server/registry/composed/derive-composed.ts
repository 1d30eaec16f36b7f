import { composeSkill } from "#server/capability/compose-skill";
import type { Contract } from "#server/capability/contract";
import { isJsonObject } from "#server/capability/json";
import type { ScannedEntry } from "#server/registry/load-entry";
import type { Disabled } from "#server/registry/load-order";
import { type ComposedRules, deriveComposedRules } from "#server/tree/derive-composed";
import { deriveMetadata } from "#server/tree/derive-node";
import { findStepProblem } from "./find-step-problem";

const GROUP = "composed";
const OWNER = "composed_subsystem";

type Winners = ReadonlyMap<string, ScannedEntry>;

export type Composed = {
  /** What skills compile to, by name; its bytes, and so its trust, are its skill's. */
  tools: Map<string, ScannedEntry>;
  /** Why a skill's tool has no place at all, by the skill's name. */
  refused: ReadonlyMap<string, Disabled>;
};

type Sources = {
  winners: Winners;
  /** Names that are the host's. */
  hostNames: ReadonlySet<string>;
  /** Skills that nothing may load now, by name. */
  disabledSkills: ReadonlyMap<string, { reason: string; enabledBy: string }>;
  /** Digests that are trusted. */
  trusted: ReadonlySet<string>;
};

type Found = { skill: ScannedEntry; contract: Contract };

/** Skills with a `tool_schema`, by the name of what they compile to; of two that claim one name the first has it. */
function findTools({ winners, hostNames }: Sources): { tools: Map<string, Found>; refused: Map<string, Disabled> } {
  const tools = new Map<string, Found>();
  const refused = new Map<string, Disabled>();
  const found = [...winners.values()].flatMap((skill): Found[] => {
    const contract = composeSkill(skill.contract)?.contract;
    return contract ? [{ skill, contract }] : [];
  });
  for (const { skill, contract } of found.sort((a, b) => (a.skill.name < b.skill.name ? -1 : 1))) {
    const holder = tools.get(contract.name)?.skill.name;
    const isTaken = holder !== undefined || winners.has(contract.name) || hostNames.has(contract.name);
    if (!isTaken) {
      tools.set(contract.name, { skill, contract });
      continue;
    }
    const by = holder === undefined ? "" : ` by the skill "${holder}"`;
    refused.set(skill.name, {
      reason: `Its tool would be called "${contract.name}", and that name is taken${by}.`,
      enabledBy: "Give the skill another name.",
      cause: { code: "composed_name", key: "name", word: skill.name },
    });
  }
  return { tools, refused };
}

/** What the tree says of a name, of a composed one by way of its steps. A cycle ends where it meets itself. */
function rulesOf(name: string, known: { winners: Winners; tools: ReadonlyMap<string, Found> }, above: Set<string>) {
  const found = known.tools.get(name);
  if (!found) {
    const winner = known.winners.get(name);
    return winner ? deriveMetadata(winner.contract) : undefined;
  }
  if (above.has(name)) return undefined;
  const below = new Set([...above, name]);
  const parts = found.contract.steps.flatMap(({ capability }): ComposedRules[] => {
    const rules = capability === undefined ? undefined : rulesOf(capability, known, below);
    return rules ? [rules] : [];
  });
  const { routing, perms } = found.skill.contract.tree;
  return deriveComposedRules([...parts, { routing, perms }]);
}

function toEntry({ skill, contract }: Found, rules: ComposedRules, disabled: Disabled | undefined): ScannedEntry {
  const hasCases = skill.files.some(({ path }) => path === "cases.jsonl");
  const entry: ScannedEntry = {
    ...skill,
    name: contract.name,
    type: contract.type,
    contract: {
      ...contract,
      evidence: hasCases ? { cases: "cases.jsonl" } : {},
      tree: { group: GROUP, runtime: { owner: OWNER, enabled_when: "always" }, ...rules },
    },
    issues: [],
    composedFrom: skill.name,
  };
  const { disabled: ofSkill, ...rest } = entry;
  return disabled ? { ...rest, disabled } : rest;
}

/** Entries as they were last composed: one is the same object as long as nothing about it changed. */
const lastComposed = new WeakMap<ScannedEntry, { key: string; entry: ScannedEntry }>();

/**
 * Compiles every skill that has a `tool_schema` to a tool of its own under `composed` (domain.md 2.8). Approval, tier and
 * permissions follow from the tools its steps call. One that cannot be called is there all the same, disabled with the
 * reason; what a forge may lack as well (a missing tool, a cycle) is left to the load order.
 */
export function deriveComposed(sources: Sources): Composed {
  const { winners, hostNames, disabledSkills, trusted } = sources;
  const { tools, refused } = findTools(sources);
  const contracts = (name: string) => tools.get(name)?.contract ?? winners.get(name)?.contract;
  const isTrusted = (name: string) => trusted.has((tools.get(name)?.skill ?? winners.get(name))?.digest ?? "");
  const entries = [...tools].map(([name, found]): [string, ScannedEntry] => {
    const { skill, contract } = found;
    const disabled =
      whyDisabled(found, disabledSkills) ??
      findStepProblem(contract, {
        contracts,
        hostNames,
        isQuotable: (tool) => hostNames.has(tool) || !trusted.has(skill.digest) || isTrusted(tool),
      });
    const rules = rulesOf(name, { winners, tools }, new Set()) ?? {};
    const key = JSON.stringify([rules, disabled]);
    const known = lastComposed.get(skill);
    if (known?.key === key) return [name, known.entry];
    const entry = toEntry(found, rules, disabled);
    lastComposed.set(skill, { key, entry });
    return [name, entry];
  });
  return { tools: new Map(entries), refused };
}

function whyDisabled({ skill }: Found, disabledSkills: Sources["disabledSkills"]): Disabled | undefined {
  const ofSkill = disabledSkills.get(skill.name) ?? skill.disabled;
  if (ofSkill) {
    const reason = `It is compiled from the skill "${skill.name}", which is disabled: ${ofSkill.reason}`;
    return { reason, enabledBy: ofSkill.enabledBy };
  }
  const [problem] = composeSkill(skill.contract)?.problems ?? [];
  if (!problem) return undefined;
  const word = String(problem.path.at(-1) ?? "");
  const cause = { code: problem.code, key: isJsonObject(skill.contract.tool_schema) ? "tool_schema" : "name", word };
  return { reason: problem.message, enabledBy: `Mend the frontmatter of ${skill.source.file}.`, cause };
}
