import { toAlias } from "#server/capability/provider-rules";
import type { ReadTool } from "./read-tool";

/** What OpenAI, Anthropic and Gemini all take (server/capability/provider-rules.ts). */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const NAME_LENGTH_MAX = 64;

/**
 * The name in the tree of each tool: `mcp_<server>_<tool>` (domain.md 1.1). One that is too long, has other letters or is taken
 * gets an alias (field-notes 2 A 11), the same in every list; its server is still asked by the tool's own name.
 * `findings` gets a sentence for each alias.
 */
export function nameTools(
  server: string,
  tools: readonly ReadTool[],
  { taken, findings }: { taken: ReadonlySet<string>; findings: string[] },
): Map<string, ReadTool> {
  const named = new Map<string, ReadTool>();
  const used = new Set(taken);
  for (const tool of tools) {
    const whole = `mcp_${server}_${tool.original}`;
    const name =
      NAME.test(whole) && !used.has(whole) ? whole : toAlias(whole, { lengthMax: NAME_LENGTH_MAX, taken: used });
    if (name !== whole) findings.push(`${tool.original} is called ${name}: ${toCause(whole, used)}.`);
    named.set(name, tool);
    used.add(name);
  }
  return named;
}

function toCause(whole: string, used: ReadonlySet<string>): string {
  if (used.has(whole)) return `${whole} is taken`;
  if (whole.length > NAME_LENGTH_MAX)
    return `${whole} has ${whole.length} characters, and models take at most ${NAME_LENGTH_MAX}`;
  return `${whole} has letters that models do not take`;
}
