import { z } from "zod";
import { INTENT_TIERS } from "#server/capability/contract";
import { type JsonObject, type JsonValue, jsonValueSchema } from "#server/capability/json";
import { isAppError, type Problem, toProblem } from "#server/errors";
import type { HostTool, HostToolContext } from "#server/tools/host-tool";
import { DEFAULT_TOOLS } from "#server/tree/default-tools";
import { MANAGE_ACTIONS } from "./capability-manage-actions";

const NAME = "capability_manage";
const ACTIONS = [...MANAGE_ACTIONS.keys()];

const LIST = { type: "array", items: { type: "string" } };
const TEXT = { type: "string" };
const TIER = { type: "string", enum: [...INTENT_TIERS] };

const inputSchema: HostTool["capability"]["inputSchema"] = {
  type: "object",
  required: ["action"],
  properties: {
    action: {
      type: "string",
      enum: ACTIONS,
      description:
        "What to do. list_groups, list_tools (group), describe_tool (name), inspect (name), tree (node_id, depth), subtrees, validate (level), diagnose (name, utterance), generate_prompt (tier) and generate_allowlist (tier, agent_type) read. propose_register (name, parent), propose_update (name), propose_routing (name, min_tier) and propose_binding (skill, tool) make a proposal that a person reviews.",
    },
    name: { ...TEXT, description: "Name of a tool or capability, or id of a node, e.g. fs/read_file." },
    group: { ...TEXT, description: "Id of a group as list_groups names it, e.g. fs." },
    node_id: { ...TEXT, description: "Node to begin at. Left out: the whole tree." },
    depth: { type: "integer", minimum: 0, description: "Levels of the tree to answer. Left out or 0: all." },
    level: { type: "integer", enum: [0, 1, 2, 3], description: "Validation level. Left out or 0: all." },
    utterance: { ...TEXT, description: "A user's message that should have found the tool; diagnose judges by it." },
    tier: { ...TIER, description: "Tier whose prompt or allow list is wanted, or that a diagnosis is for." },
    agent_type: { ...TEXT, description: "Adds the tools of this sub-agent's provider to an allow list, e.g. media." },
    parent: { ...TEXT, description: "Id of the group a new capability would stand in." },
    kind: { type: "string", enum: ["tool", "subagent"], description: "What a new capability is. Left out: tool." },
    description: { ...TEXT, description: "What it does, in one sentence." },
    when: { ...TEXT, description: "In which situations it should be chosen." },
    metadata: {
      type: "object",
      description:
        'Fields to set, by dimension (runtime, prompt, routing, perms, skills, display, policy), e.g. {"display": {"title": "Log triage"}}.',
    },
    remove: { ...LIST, description: 'Fields to remove, e.g. "prompt.usage_guide".' },
    min_tier: { ...TIER, description: "Least tier whose messages may use it." },
    exclude_from: { type: "array", items: TIER, description: "Tiers that may not use it." },
    intent_keywords: {
      type: "object",
      properties: { zh: LIST, en: LIST },
      description: "Words of a message that bring it here.",
    },
    intent_priority: { type: "integer", description: "0 when its words decide no tier." },
    skill: { ...TEXT, description: "Name of the skill to bind." },
    tool: { ...TEXT, description: "Name of the tool to bind it to." },
    reason: { ...TEXT, description: "Why; the reviewer reads it." },
  },
};

const outputSchema: HostTool["outputSchema"] = {
  type: "object",
  required: ["action", "success"],
  properties: {
    action: { type: "string" },
    success: { type: "boolean" },
    data: {},
    error: { type: "object", required: ["code", "message"] },
    ignored: { type: "string" },
  },
};

/** The answer in the envelope of domain.md 2.7. */
type Envelope = { action: string; success: boolean; data?: JsonValue; error?: Problem; ignored?: string };

function toArgumentProblem(error: z.ZodError): Problem {
  const [issue] = error.issues;
  const where = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  return { code: "bad_input", message: `${where}${issue?.message ?? "the arguments do not fit"}.` };
}

/** Said instead of refused, so that nobody takes silence for consent: an argument such as `approved` changes nothing. */
function toIgnored(input: JsonObject, reads: readonly string[]): Pick<Envelope, "ignored"> {
  const unread = Object.keys(input).filter((key) => key !== "action" && !reads.includes(key));
  if (unread.length === 0) return {};
  return { ignored: `${unread.join(", ")}: no effect on this action. Only a person approves, in review.` };
}

async function answer(input: JsonObject, context: HostToolContext): Promise<Envelope> {
  const action = String(input.action ?? "");
  const chosen = MANAGE_ACTIONS.get(action);
  if (chosen === undefined) {
    const error = {
      code: "bad_input",
      message: `${NAME} has no action ${JSON.stringify(action)}.`,
      next: `Valid actions: ${ACTIONS.join(", ")}.`,
    };
    return { action, success: false, error };
  }
  const ignored = toIgnored(input, chosen.reads);
  try {
    const data = jsonValueSchema.parse(JSON.parse(JSON.stringify(await chosen.run(input, context))));
    return { action, success: true, data, ...ignored };
  } catch (error) {
    if (error instanceof z.ZodError) return { action, success: false, error: toArgumentProblem(error), ...ignored };
    if (isAppError(error)) return { action, success: false, error: toProblem(error), ...ignored };
    throw error;
  }
}

/**
 * `capability_manage {action, ...}`: the tree's answers about itself, and proposals about it that wait for a person
 * (domain.md 2.7, seed 004). Its metadata is the default tree's.
 */
export function createCapabilityManage(): HostTool {
  return {
    capability: {
      name: NAME,
      type: "tool",
      title: "Manage capabilities",
      description:
        "Answers questions about the capability tree (groups, tools, metadata, tiers, sub-agents, validation, prompts) and makes proposals to change it, which wait for a person's review.",
      when: "The user asks how a tool is set up, why a tool is not used, which tools or sub-agents there are, or wants the tree changed. 用户询问工具的能力树状态、诊断工具、列出工具组或子智能体子树，或想修改能力树时使用。",
      state: "trusted",
      digest: null,
      source: "host",
      inputSchema,
      approvalType: "none",
    },
    group: "meta",
    metadata: DEFAULT_TOOLS.find(({ name }) => name === NAME)?.metadata ?? {},
    outputSchema,
    run: async (input, context) => ({ kind: "ok", output: jsonValueSchema.parse(await answer(input, context)) }),
  };
}
