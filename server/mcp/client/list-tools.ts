import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { type ReadTool, readTool } from "./read-tool";

/** A server whose every page names a next one ends here. */
const PAGES_MAX = 64;
const TOOLS_MAX = 1_000;

/** Tools are looked at one by one: the client's own schema would throw away a whole page for one without inputSchema (T2). */
export const toolPageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
type ToolPage = z.infer<typeof toolPageSchema>;

export type ListedTools = { tools: ReadTool[]; findings: string[] };

/**
 * The tools of all pages (field-notes 2 A 12), with a sentence for what was odd: a cursor that comes twice ends the list, a
 * tool that comes twice the same counts once. Throws what `askPage` throws.
 */
export async function listTools(askPage: (cursor: string | undefined) => Promise<ToolPage>): Promise<ListedTools> {
  const findings: string[] = [];
  const seen = new Set<string>();
  const raws: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const { tools, nextCursor } = await askPage(cursor);
    const left = TOOLS_MAX - raws.length;
    raws.push(...tools.slice(0, left));
    const isLast = nextCursor === undefined || nextCursor === null;
    if (isLast && tools.length <= left) break;
    if (!isLast && seen.has(nextCursor)) {
      findings.push(
        `Page ${page} ends with the cursor "${nextCursor}", which an earlier page had too: the server goes in a circle.`,
      );
      break;
    }
    if (isLast || page === PAGES_MAX || raws.length >= TOOLS_MAX) {
      findings.push(`The list goes on after ${raws.length} tools on ${page} pages; nothing behind them was read.`);
      break;
    }
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return { findings, tools: await readAll(raws, findings) };
}

/** Each tool's schemas are compiled, which takes a millisecond or more: others have their turn after each. */
async function readAll(raws: readonly unknown[], findings: string[]): Promise<ReadTool[]> {
  const tools = new Map<string, ReadTool>();
  let repeats = 0;
  for (const [index, raw] of raws.entries()) {
    await setImmediate();
    const tool = readTool(raw);
    if (tool === null) findings.push(`Tool ${index + 1} of the list has no name and was left out.`);
    else if (tools.has(tool.fingerprint)) repeats += 1;
    else tools.set(tool.fingerprint, tool);
  }
  if (repeats === 1) findings.push("One tool stands in the list twice, word for word; it counts once.");
  if (repeats > 1) findings.push(`${repeats} tools stand in the list again, word for word; each counts once.`);
  return [...tools.values()];
}
