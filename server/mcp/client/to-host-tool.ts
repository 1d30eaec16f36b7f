import type { JsonObject } from "#server/capability/json";
import { AppError, toProblem } from "#server/errors";
import type { HostTool, HostToolResult } from "#server/tools/host-tool";
import type { Connection } from "./connection";
import type { ReadTool } from "./read-tool";
import { toResult } from "./to-result";

/** Group of the default tree whose rules hold for these tools (domain.md 2.5): from task_light, no approval. */
const GROUP = "dynamic/local_mcp";
/** As much as a contract's `max_output_bytes` allows by default. */
const OUTPUT_LENGTH_MAX = 1_048_576;
const SUMMARY_LENGTH_MAX = 160;

/** Why a tool is off, and what would help. */
export type Obstacle = { reason: string; next: string };

export type McpTool = {
  /** Name in the tree. */
  name: string;
  /** Name of its server in Settings. */
  server: string;
  tool: ReadTool;
  /** The server, where it is connected and the tool may be used; else why not. */
  source: { connection: Connection } | { obstacle: Obstacle };
};

/** The first line of what it says of itself: the tree lists it in one row. */
function toSummary({ title, description }: ReadTool): string {
  const line = (description.trim().split("\n")[0] ?? "").trim() || title;
  return line.length <= SUMMARY_LENGTH_MAX ? line : `${line.slice(0, SUMMARY_LENGTH_MAX - 3)}...`;
}

async function call(
  connection: Connection,
  tool: ReadTool,
  { input, signal }: { input: JsonObject; signal: AbortSignal },
): Promise<HostToolResult> {
  try {
    const result = toResult(await connection.callTool(tool.original, input, signal), tool.outputSchema !== undefined);
    if (result.kind === "failed" || JSON.stringify(result.output).length <= OUTPUT_LENGTH_MAX) return result;
    const message = "Its answer has more than 1 MiB.";
    return { kind: "failed", problem: { code: "too_large", message, next: "Ask it for less." } };
  } catch (error) {
    const next = "Try again; if it fails again, look at the server in Settings.";
    return { kind: "failed", problem: { code: "E_MCP_SERVER", message: toProblem(error).message, next } };
  }
}

/**
 * A tool of an MCP server as a capability object of the host. The rules are its group's; of its annotations one counts, and
 * only towards caution: a tool that says it destroys begins at `task_write`. Loading it fails with the reason why it is off;
 * unloading gives up its calls.
 */
export function toHostTool({ name, server, tool, source }: McpTool): HostTool {
  const stop = new AbortController();
  return {
    capability: {
      name,
      type: "tool",
      title: tool.title,
      description:
        tool.description === ""
          ? `The tool ${tool.original} of ${server}; it says nothing of itself.`
          : tool.description,
      when: "",
      state: "trusted",
      digest: null,
      source: "host",
      inputSchema: tool.inputSchema,
      approvalType: "none",
    },
    group: GROUP,
    metadata: {
      group: GROUP,
      runtime: {
        owner: server,
        provider_id: server,
        discovery_source: "local_mcp",
        enabled_when: `the MCP server ${server} is connected`,
        dynamic: true,
      },
      prompt: { summary: toSummary(tool) },
      routing: { min_tier: tool.saysDestructive ? "task_write" : "task_light" },
      skills: { bindable: true },
      display: { icon: "plug-zap", title: tool.title },
    },
    outputSchema: tool.outputSchema ?? {},
    async onLoad() {
      if ("connection" in source) return;
      throw new AppError("disabled", source.obstacle.reason, { next: source.obstacle.next });
    },
    async onUnload() {
      stop.abort();
    },
    async run(input, _context, signal) {
      if ("connection" in source) {
        return call(source.connection, tool, { input, signal: AbortSignal.any([signal, stop.signal]) });
      }
      const { reason, next } = source.obstacle;
      return { kind: "failed", problem: { code: "disabled", message: reason, next } };
    },
  };
}
