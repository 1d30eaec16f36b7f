import { createWaitingProvider } from "./create-waiting-provider";
import type { SubAgentToolProvider, ToolDefinition } from "./sub-agent-tool-provider";

const TOOLS: readonly ToolDefinition[] = [
  {
    name: "propose_plan",
    description:
      "Hands the steps of a coding task to the person for a yes, a no or changes, before anything is written.",
    inputSchema: {
      type: "object",
      required: ["summary", "steps"],
      additionalProperties: false,
      properties: {
        summary: { type: "string", minLength: 1, maxLength: 2_000, description: "What will be done, in one sentence." },
        steps: {
          type: "array",
          minItems: 1,
          maxItems: 50,
          items: { type: "string", minLength: 1, maxLength: 2_000 },
          description: "The steps in order, one sentence each.",
        },
      },
    },
  },
  {
    name: "report_heartbeat",
    description: "Tells the main agent that a long coding task is still under way, and how far it is.",
    inputSchema: {
      type: "object",
      required: ["message"],
      additionalProperties: false,
      properties: {
        message: { type: "string", minLength: 1, maxLength: 2_000, description: "What is being done now." },
        percent: { type: "integer", minimum: 0, maximum: 100, description: "How much is done. Left out: not known." },
      },
    },
  },
];

/** Tools of the coder sub-agent; they wait for a sub-agent that writes code. */
export function createCoderProvider(): SubAgentToolProvider {
  return createWaitingProvider("coder", TOOLS);
}
