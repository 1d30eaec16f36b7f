import type { LoopCapability } from "#server/loop/ports";
import type { HostTool } from "#server/tools/host-tool";

function toRow(capability: LoopCapability) {
  const about = capability.about;
  return {
    name: capability.name,
    type: capability.type,
    status: capability.state,
    ...(about === undefined ? {} : about),
    description: capability.description,
    when: capability.when,
  };
}

/** `capability_ls`: everything this turn may use, one row each (domain.md 3.5). No parameters. */
export function createCapabilityLs(): HostTool {
  return {
    capability: {
      name: "capability_ls",
      type: "tool",
      title: "List capabilities",
      description:
        "Lists every capability that may be used now, with its type, status, steps, description and when to use it.",
      when: "The user asks what you can do, or no search result fits and the whole list is needed. 用户询问有哪些能力可用时使用。",
      state: "trusted",
      digest: null,
      source: "host",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      approvalType: "none",
    },
    group: "dynamic/capstan",
    metadata: {
      group: "dynamic/capstan",
      runtime: { owner: "attempt_runner", enabled_when: "always" },
      prompt: { summary: "List the capabilities that may be used now", sort_order: 90 },
      routing: {
        min_tier: "question",
        intent_keywords: { en: ["capabilities", "what can you do"], zh: ["有哪些能力", "能做什么"] },
        intent_priority: 0,
      },
      perms: { min_security_level: "allowlist", file_access: "none", approval_type: "none" },
      skills: { bindable: false },
      display: { icon: "list-tree", title: "List capabilities", verb: "List" },
      policy: { policy_groups: ["group:meta"], profiles: ["full"] },
    },
    outputSchema: {
      type: "object",
      required: ["capabilities", "total"],
      properties: {
        total: { type: "integer", minimum: 0 },
        capabilities: { type: "array", items: { type: "object", required: ["name", "type", "status"] } },
      },
    },
    async run(_input, { view }) {
      const rows = view.capabilities.map(toRow);
      return { kind: "ok", output: { total: rows.length, capabilities: rows } };
    },
  };
}
