import { AppError } from "#server/errors";
import type { SubAgentToolProvider } from "./sub-agent-tool-provider";

/** The providers of this server, one for each type of sub-agent. */
export type SubAgentTrees = {
  /** Throws conflict when the type, or the group, has a provider already. */
  registerSubAgentTree(provider: SubAgentToolProvider): void;
  subAgentTreeFor(agentType: string): SubAgentToolProvider | undefined;
};

/** A table of sub-agent providers; filled at start, one for each server so that tests never share one (seed 004). */
export function createSubAgentTrees(providers: readonly SubAgentToolProvider[] = []): SubAgentTrees {
  const held = new Map<string, SubAgentToolProvider>();
  const trees: SubAgentTrees = {
    registerSubAgentTree(provider) {
      const agentType = provider.agentType();
      const groupId = provider.subTreeGroupId();
      const isTaken = held.has(agentType) || [...held.values()].some((other) => other.subTreeGroupId() === groupId);
      if (isTaken) {
        throw new AppError(
          "conflict",
          `The tools of the sub-agent "${agentType}" under ${groupId} are registered already.`,
          {
            next: "Register each sub-agent type and each group once.",
          },
        );
      }
      held.set(agentType, provider);
    },
    subAgentTreeFor: (agentType) => held.get(agentType),
  };
  for (const provider of providers) trees.registerSubAgentTree(provider);
  return trees;
}
