import type { Contract, Step } from "#server/capability/contract";
import { isJsonObject } from "#server/capability/json";
import type { Disabled } from "#server/registry/load-order";
import { deriveMetadata } from "#server/tree/derive-node";

type Known = {
  contracts: (name: string) => Contract | undefined;
  /** Names that are the host's. */
  hostNames: ReadonlySet<string>;
  /** False for a draft that a trusted skill calls: nobody approved its words, and the reason may stand in a prompt. */
  isQuotable: (name: string) => boolean;
};

function toDisabled(code: string, tool: string, [reason, enabledBy]: [string, string]): Disabled {
  return { reason, enabledBy, cause: { code, key: "tool_schema", word: tool } };
}

/** Why a step of a composed tool may not call this one. */
function findCallProblem(tool: string, { contracts, hostNames }: Known): Disabled | undefined {
  if (hostNames.has(tool)) {
    return toDisabled("composed_tool", tool, [
      `A step calls "${tool}", a tool of Capstan itself, which only a loop can call.`,
      "Call a tool or forge of a root instead.",
    ]);
  }
  const contract = contracts(tool);
  if (!contract) return undefined;
  if (contract.type !== "tool" && contract.type !== "forge") {
    return toDisabled("composed_tool", tool, [
      `A step calls "${tool}", which is a ${contract.type} and has nothing to execute.`,
      "Call a tool or a forge.",
    ]);
  }
  const scope = deriveMetadata(contract).runtime?.subagent_scope ?? "";
  if (scope === "") return undefined;
  return toDisabled("composed_tool", tool, [
    `A step calls "${tool}", which only the sub-agent ${scope} may use.`,
    "Call a tool that everybody may use.",
  ]);
}

/** What a step maps and its tool no longer takes, or the other way round: the tool changed since the skill was written. */
function findStaleKeys({ capability: tool = "", input }: Step, { contracts }: Known): Disabled | undefined {
  const schema = contracts(tool)?.contract.input;
  if (input === undefined || !isJsonObject(schema)) return undefined;
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(properties, key));
  const missing = required.find((key) => !Object.hasOwn(input, key));
  if (unknown !== undefined && schema.additionalProperties === false) {
    const inputs = `"${tool}" takes ${Object.keys(properties).join(", ") || "nothing"}.`;
    return toDisabled("composed_stale", tool, [
      `A step gives "${tool}" the input "${unknown}", which its schema does not have.`,
      `Change the step's input_map: ${inputs}`,
    ]);
  }
  if (missing === undefined) return undefined;
  return toDisabled("composed_stale", tool, [
    `A step does not give "${tool}" the input "${missing}", which its schema requires.`,
    "Add it to the step's input_map.",
  ]);
}

function withoutQuotes({ cause }: Disabled, tool: string): Disabled {
  return toDisabled(cause?.code ?? "composed_tool", tool, [
    `A step cannot call "${tool}" as it is now: a draft with another type, scope or input schema.`,
    `Compare the step with "${tool}", and mend one of them.`,
  ]);
}

/** The first reason why the steps of a composed tool cannot run as they are; tools that are missing are not looked at. */
export function findStepProblem({ steps }: Contract, known: Known): Disabled | undefined {
  for (const step of steps) {
    const tool = step.capability ?? "";
    const problem = findCallProblem(tool, known) ?? findStaleKeys(step, known);
    if (problem) return known.isQuotable(tool) ? problem : withoutQuotes(problem, tool);
  }
  return undefined;
}
