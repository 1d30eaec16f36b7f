import type { ApiOutputs } from "#components/api";

export type McpServer = ApiOutputs["settings"]["listMcpServers"][number];
export type McpTool = McpServer["tools"][number];

/** Tools that are off until a person accepts what they say of themselves now. */
export function findWaiting({ tools }: Pick<McpServer, "tools">): McpTool[] {
  return tools.filter(({ state }) => state === "new" || state === "changed");
}

/** Lines that say something, without the spaces around them. */
function toLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Arguments of a text with one a line. */
export function parseArguments(text: string): string[] {
  return toLines(text);
}

/** Variables of a text with one `NAME=value` a line; a name alone keeps the stored value, which is null here. */
export function parseVariables(text: string): Record<string, string | null> {
  return Object.fromEntries(
    toLines(text).map((line): [string, string | null] => {
      const at = line.indexOf("=");
      return at < 0 ? [line, null] : [line.slice(0, at).trim(), line.slice(at + 1)];
    }),
  );
}
