import { stringify } from "yaml";
import type { CapabilityType } from "#server/capability/contract";
import { FRAMES_MODULE } from "#server/capability/frames-module";
import { findStaticTool } from "#server/tree/default-tools";

/** What an author says of a capability that does not exist yet. */
export type NewCapability = {
  name: string;
  type: CapabilityType;
  /** One sentence: what it does. */
  description: string;
};

export type ScaffoldFile = { path: string; text: string };

/** The words of a request as they stand in the scaffold: one line each, quoted where YAML needs it. */
type Words = { name: string; title: string; description: string; when: string };

/**
 * The files a new capability begins with (design.md 4): they load without a finding, and a tool and a forge run and pass
 * their case before anything is edited. The paths are inside the capability's folder. Pure.
 */
export function toScaffold(request: NewCapability): ScaffoldFile[] {
  const words = toWords(request);
  switch (request.type) {
    case "tool":
      return toToolFiles(words);
    case "forge":
      return toForgeFiles(words);
    case "skill":
      return [{ path: "SKILL.md", text: toSkillText(words) }];
    case "focus_mode":
      return [{ path: "CAPABILITY.yaml", text: toFocusModeContract(words) }];
  }
}

function toWords({ name, description }: NewCapability): Words {
  const spaced = name.replace(/[-_]+/g, " ").trim();
  return {
    name,
    title: spaced.charAt(0).toUpperCase() + spaced.slice(1),
    description: description.replace(/\s+/g, " ").trim(),
    when: `The user asks for ${spaced}.`,
  };
}

/** One YAML scalar on one line. */
function quote(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

function toHead({ name, description, when }: Words, type: CapabilityType): string {
  return `name: ${quote(name)}
version: 0.1.0
type: ${type}
sensitivity: internal
status: draft
description: ${quote(description)}
# The situations to choose it in; a model reads them beside the description.
when: ${quote(when)}
`;
}

/** One with the name of a built-in takes that one's place, and begins with what the place says. */
function toTree({ name, title }: Words, group: string): string {
  const { routing, perms, ...place } = findStaticTool(name)?.metadata ?? {};
  return `tree:
  group: ${place.group ?? group}
  routing: { min_tier: ${routing?.min_tier ?? "question"} }
  perms: { file_access: ${perms?.file_access ?? "none"}, approval_type: ${perms?.approval_type ?? "none"} }
  display: { title: ${quote(title)} }
`;
}

const TEXT_INPUT = `contract:
  input:
    type: object
    required: [text]
    additionalProperties: false
    properties:
      text:
        type: string
        minLength: 1
        maxLength: 100000
        description: The text to work on.
        examples: [one two three]
`;

const EVIDENCE = `evidence:
  cases: cases.jsonl
  # Sentences a user would type, without the name; each must find it.
  utterances: []
`;

function toToolFiles(words: Words): ScaffoldFile[] {
  const contract = `${toHead(words, "tool")}${TEXT_INPUT}  output:
    type: object
    required: [summary, words]
    additionalProperties: false
    properties:
      summary: { type: string, description: One sentence with the result. }
      words: { type: integer, description: How many words the text has. }
limits: { max_llm_calls: 0, timeout_ms: 10000, max_output_bytes: 262144 }
${EVIDENCE}${toTree(words, "composed")}`;
  return [
    { path: "CAPABILITY.yaml", text: contract },
    { path: "impl/run.mjs", text: TOOL_PROGRAM },
    { path: "impl/frames.mjs", text: FRAMES_MODULE },
    {
      path: "cases.jsonl",
      text: toCaseLine("three words", { summary: "3 words.", words: 3 }),
    },
  ];
}

const WORK_RULE = `/**
 * The work. What is wrong with the input belongs into the output; a throw is a defect of this code. Stdout belongs to frames:
 * log with console.error.
 */`;

const TOOL_PROGRAM = `import { runJob } from "./frames.mjs";

${WORK_RULE}
function work({ text }) {
  const words = text.split(/\\s+/).filter(Boolean).length;
  return { summary: \`\${words} \${words === 1 ? "word" : "words"}.\`, words };
}

await runJob(work);
`;

function toForgeFiles(words: Words): ScaffoldFile[] {
  const contract = `${toHead(words, "forge")}${TEXT_INPUT}  output:
    type: object
    required: [summary, words, longest]
    additionalProperties: false
    properties:
      summary: { type: string, description: One sentence with the result. }
      words: { type: integer, description: How many words the text has. }
      longest: { type: string, description: The longest of them. }
# Run in order. kind: code is impl/<id>.mjs, llm a prompt, capability another one.
steps:
  - id: split
    kind: code
    input: { text: "{{input.text}}" }
  - id: report
    kind: code
    input: { words: "{{steps.split.output.words}}" }
limits: { max_llm_calls: 0, timeout_ms: 20000, max_output_bytes: 262144 }
${EVIDENCE}${toTree(words, "composed")}`;
  return [
    { path: "CAPABILITY.yaml", text: contract },
    { path: "impl/split.mjs", text: SPLIT_PROGRAM },
    { path: "impl/report.mjs", text: REPORT_PROGRAM },
    { path: "impl/frames.mjs", text: FRAMES_MODULE },
    {
      path: "cases.jsonl",
      text: toCaseLine("three words", { summary: "3 words, the longest is three.", words: 3, longest: "three" }),
    },
  ];
}

const SPLIT_PROGRAM = `import { runJob } from "./frames.mjs";

${WORK_RULE}
function work({ text }) {
  return { words: text.split(/\\s+/).filter(Boolean) };
}

await runJob(work);
`;

const REPORT_PROGRAM = `import { runJob } from "./frames.mjs";

/** Makes the answer of what the step before found. */
function work({ words }) {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
  const count = \`\${words.length} \${words.length === 1 ? "word" : "words"}\`;
  return { summary: \`\${count}, the longest is \${longest}.\`, words: words.length, longest };
}

await runJob(work);
`;

function toCaseLine(name: string, expect: object): string {
  return `${JSON.stringify({ name, input: { text: "one two three" }, expect })}\n`;
}

function toSkillText({ name, title, description, when }: Words): string {
  const sentence = /[.!?。！？]$/.test(description) ? description : `${description}.`;
  return `---
name: ${quote(name)}
description: ${quote(`${sentence} Use it when ${when.charAt(0).toLowerCase()}${when.slice(1)}`)}
metadata:
  version: 0.1.0
  tree_group: meta
  min_tier: question
---

# ${title}

${sentence}

## Steps

1. Read what the user gave, and say what is missing before going on.
2. Do the work, one part at a time.
3. Answer with the result first, then how it was found.

## Example

Asked: a sentence a user would type.

Answered: what a good answer to it looks like.
`;
}

function toFocusModeContract(words: Words): string {
  return `${toHead(words, "focus_mode")}loop:
  # Stands in every prompt of this loop.
  instructions: |
    ${words.description}

    1. Find out what the user wants to reach, and what is known already.
    2. Use one capability at a time, and read its answer before choosing the next.
    3. What no answer shows you do not say.

    End with the answer first, then what it rests on. Answer in the language of the question.
  actions: [directly_answer, require_tool, require_ai_blueprint, load_capability, finish]
  # The loop may use the whole catalog; to narrow it: capabilities: [name, name]
  max_iterations: 12
  verification: true
evidence:
  # Sentences a user would type, without the name; each must find it.
  utterances: []
${toTree(words, "composed")}`;
}
