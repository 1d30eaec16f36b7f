import type { McpServerSetting, McpServerStatus, McpToolStatus } from "./mcp-servers";
import { type ReadTool, toDefinition } from "./read-tool";
import type { Obstacle } from "./to-host-tool";

/** A definition that nobody accepted is new by its name, or changed (field-notes 2, 72: a rename makes a new one). */
function stateOf(
  { original, fingerprint, mistake }: ReadTool,
  accepted: McpServerSetting["accepted"],
): McpToolStatus["state"] {
  if (mistake !== undefined) return "unusable";
  const ofName = (accepted ?? []).filter(({ name }) => name === original);
  if (ofName.length === 0) return "new";
  return ofName.some((known) => known.fingerprint === fingerprint) ? "usable" : "changed";
}

const WAITING = {
  new: "It came after the server was saved, and nobody has accepted it.",
  changed: "What it says of itself changed since a person accepted it.",
} as const;

/** One tool as Settings lists it. */
export function toStatus(name: string, tool: ReadTool, { accepted }: McpServerSetting): McpToolStatus {
  const state = stateOf(tool, accepted);
  const reason = state === "usable" ? undefined : state === "unusable" ? tool.mistake : WAITING[state];
  const { original, description, fingerprint } = tool;
  const definition = JSON.stringify(toDefinition(tool), null, 2);
  return { name, original, description, state, fingerprint, definition, ...(reason === undefined ? {} : { reason }) };
}

type Server = { setting: McpServerSetting; state: McpServerStatus["state"]; problem?: Obstacle };

/** What keeps a tool from being called; null when nothing does. Its server comes last: a mistake stays one when it is back. */
export function findObstacle(tool: ReadTool, { setting, state, problem }: Server): Obstacle | null {
  const own = stateOf(tool, setting.accepted);
  if (own === "unusable") {
    return { reason: tool.mistake ?? "", next: "Whoever wrote the server can mend it; its other tools work." };
  }
  if (own !== "usable") {
    return { reason: WAITING[own], next: "Look at it in Settings, under MCP servers, and accept it." };
  }
  if (state === "connected") return null;
  if (state === "connecting") {
    return { reason: `Its MCP server ${setting.name} is connecting.`, next: "Wait a moment." };
  }
  const reason = `Its MCP server ${setting.name} is not connected: ${problem?.reason ?? ""}`;
  return { reason, next: "Reconnect it in Settings, under MCP servers." };
}
