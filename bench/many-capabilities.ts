import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";

const SETS = ["acebench-zh", "bfcl", "livemcp", "metatool", "sealtools"];
const FOLDER = join(import.meta.dirname, "../../shared/data/search");
const NAME_CHARACTERS_MAX = 56;
const UTTERANCES_MAX = 3;

const PROGRAM = `let text = "";
process.stdin.setEncoding("utf8");
for await (const part of process.stdin) text += part;
const { input } = JSON.parse(text.split("\\n")[0]);
process.stdout.write(\`\${JSON.stringify({ __frame__: "result", output: { received: input } })}\\n\`);
`;

const toolSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().default(""),
  parameters: z.record(z.string(), z.unknown()).optional(),
  id: z.string(),
});
type Tool = z.infer<typeof toolSchema> & { set: string; utterances: string[] };
const querySchema = z.object({ query: z.string(), relevant: z.array(z.string()) });

function readLines<T>(set: string, file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(join(FOLDER, set, file), "utf8")
    .split("\n")
    .filter(Boolean);
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

function readSet(set: string): Tool[] {
  const asked = new Map<string, string[]>();
  for (const { query, relevant } of readLines(set, "queries.jsonl", querySchema)) {
    for (const id of relevant) asked.set(id, [...(asked.get(id) ?? []), query]);
  }
  return readLines(set, "corpus.jsonl", toolSchema).map((tool) => ({
    ...tool,
    set,
    utterances: (asked.get(tool.id) ?? []).slice(0, UTTERANCES_MAX),
  }));
}

function toSlug(text: string): string {
  const slug = text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9_/]+/g, "-")
    .replace(/^[-_/]+|[-_/]+$/g, "");
  return slug === "" ? "tool" : slug;
}

function toContract(name: string, { set, title, description, parameters, utterances }: Tool): string {
  return stringify({
    name,
    version: "0.1.0",
    type: "tool",
    sensitivity: "internal",
    status: "draft",
    description,
    ...(utterances[0] === undefined ? {} : { when: `Somebody asks such as: ${utterances[0]}` }),
    contract: { input: parameters ?? { type: "object" }, output: { type: "object" } },
    ...(utterances.length === 0 ? {} : { evidence: { utterances } }),
    tree: { group: title === undefined ? set : `${set}/${toSlug(title)}`, routing: { min_tier: "task_light" } },
  });
}

/** Whether the public tool sets that the capabilities are made from stand beside the repository. */
export function hasManyCapabilities(): boolean {
  return existsSync(FOLDER);
}

/**
 * Writes `count` real-looking tools below `folder`, made from the public sets of shared/data/search taken evenly: a contract
 * with real description, schema and utterances, and a program. Names are made legal and unique; beyond 8,189 they repeat
 * with a number. Answers the names in the order written.
 */
export function writeManyCapabilities(folder: string, count: number): string[] {
  const tools = SETS.flatMap(readSet);
  const step = Math.max(1, tools.length / count);
  const taken = new Set<string>();
  for (let at = 0; at < count; at += 1) {
    const tool = tools[Math.floor(at * step) % tools.length];
    if (!tool) throw new Error("The sets are empty.");
    const base = toSlug(tool.name).replaceAll("/", "-").slice(0, NAME_CHARACTERS_MAX);
    const name = taken.has(base) ? `${base}-${at}` : base;
    taken.add(name);
    mkdirSync(join(folder, name, "impl"), { recursive: true });
    writeFileSync(join(folder, name, "CAPABILITY.yaml"), toContract(name, tool));
    writeFileSync(join(folder, name, "impl", "run.mjs"), PROGRAM);
  }
  return [...taken];
}
