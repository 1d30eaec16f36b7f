import { skillTermsOf } from "#server/capability/skill-terms";
import type { ScannedEntry } from "#server/registry/load-entry";
import type { Disabled } from "#server/registry/load-order";

/** What a skill may ask of the machine it is on. Contract: answers whether something is there, never what it holds. */
export type HostFacts = {
  /** A program of this name on the PATH; a path is no name. */
  hasProgram(name: string): boolean;
  hasVariable(name: string): boolean;
  /** A value that a person put into Settings for capabilities to read. */
  hasSetting(key: string): boolean;
};

function toDisabled(name: string, [reason, enabledBy]: [string, string]): Disabled {
  return { reason, enabledBy, cause: { code: "unmet_need", key: "metadata", word: name } };
}

/** Why a skill is of no use here: the first program, variable or setting of its `requires` that is missing. */
function findUnmet({ contract }: ScannedEntry, facts: HostFacts): Disabled | undefined {
  const { bins, env, config } = skillTermsOf(contract)?.requires ?? { bins: [], env: [], config: [] };
  const program = bins.find((name) => !facts.hasProgram(name));
  if (program !== undefined) {
    return toDisabled(program, [`It needs the program "${program}", which is not on the PATH.`, `Install ${program}.`]);
  }
  const variable = env.find((name) => !facts.hasVariable(name));
  if (variable !== undefined) {
    const next = `Start Capstan with ${variable} set.`;
    return toDisabled(variable, [`It needs the environment variable "${variable}", which is not set.`, next]);
  }
  const setting = config.find((key) => !facts.hasSetting(key));
  if (setting === undefined) return undefined;
  return toDisabled(setting, [`It needs the setting "${setting}", which nobody has set.`, `Set ${setting}.`]);
}

/** Skills whose `requires` this machine does not meet, by name (domain.md 2.8); empty where nobody knows the machine. */
export function findUnmetNeeds(
  winners: ReadonlyMap<string, ScannedEntry>,
  facts: HostFacts | undefined,
): ReadonlyMap<string, Disabled> {
  const unmet = new Map<string, Disabled>();
  if (!facts) return unmet;
  for (const [name, entry] of winners) {
    const disabled = entry.type === "skill" ? findUnmet(entry, facts) : undefined;
    if (disabled) unmet.set(name, disabled);
  }
  return unmet;
}
