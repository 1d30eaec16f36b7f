import { z } from "zod";
import { jsonObjectSchema } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { CatalogView } from "#server/loop/ports";
import type { HostTool, HostToolResult } from "#server/tools/host-tool";
import { approvalProblem } from "#server/tree/approval-problem";

const NAME = "capability_run";
const NEAREST = 3;

const inputSchema = z.strictObject({ name: z.string().min(1), input: jsonObjectSchema.default({}) });

function unknownName(name: string, view: CatalogView): Problem {
  const refusal = view.refusalOf(name);
  if (refusal !== undefined) return refusal;
  const nearest = view.index
    .nearest(name, NEAREST + 1)
    .filter((candidate) => candidate !== NAME)
    .slice(0, NEAREST);
  return {
    code: "not_found",
    message: `There is no capability named ${name}.`,
    next: nearest.length > 0 ? `Nearest names: ${nearest.join(", ")}.` : "Call capability_ls for the names.",
  };
}

function failed(problem: Problem): HostToolResult {
  return { kind: "failed", problem };
}

const capability: HostTool["capability"] = {
  name: NAME,
  type: "tool",
  title: "Run capability",
  description:
    "Runs one tool or forge by its exact name and answers its output. `input` is a JSON object that fits the input schema of that capability.",
  when: "You already know the exact name of a tool or forge and its input. 已知能力的准确名称和参数时使用。",
  state: "trusted",
  digest: null,
  source: "host",
  inputSchema: {
    type: "object",
    required: ["name"],
    additionalProperties: false,
    properties: {
      name: {
        type: "string",
        minLength: 1,
        maxLength: 64,
        description: "Exact name of a tool or forge as capability_ls lists it, for example csv-profile.",
      },
      input: {
        type: "object",
        description: 'Arguments for it as a JSON object, for example {"text": "a,b\\n1,2"}. Left out: {}.',
      },
    },
  },
  approvalType: "none",
};

const metadata: HostTool["metadata"] = {
  group: "dynamic/capstan",
  runtime: { owner: "attempt_runner", enabled_when: "always" },
  prompt: { summary: "Run one tool or forge by its exact name", sort_order: 91 },
  routing: { min_tier: "question", intent_keywords: { en: ["run capability"], zh: ["运行能力"] }, intent_priority: 0 },
  perms: { min_security_level: "sandboxed", file_access: "none", approval_type: "none" },
  skills: { bindable: false },
  display: { icon: "play", title: "Run capability", verb: "Run", detail_keys: "name" },
  policy: { policy_groups: ["group:meta"], profiles: ["full"] },
};

const outputSchema: HostTool["outputSchema"] = {
  type: "object",
  required: ["name", "execution_id", "partial", "output"],
  properties: {
    name: { type: "string" },
    execution_id: { type: ["string", "null"] },
    partial: { type: "boolean" },
    output: {},
  },
};

const run: HostTool["run"] = async (input, { view, execute }, signal) => {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) {
    return failed({ code: "bad_input", message: "capability_run needs a name and, if any, an input object." });
  }
  const { name, input: argument } = parsed.data;
  if (name === NAME) {
    return failed({
      code: "bad_input",
      message: "capability_run does not run itself.",
      next: "Name the capability you want.",
    });
  }
  const found = view.get(name);
  if (found === undefined) return failed(unknownName(name, view));
  if (found.type !== "tool" && found.type !== "forge") {
    return failed({
      code: "bad_input",
      message: `${name} is a ${found.type.replace("_", " ")}, which is loaded and not run.`,
      next: `Use load_capability with ${name}.`,
    });
  }
  // The way round is no way past: what the loop may not run directly is not run from here either.
  const approval = approvalProblem(found);
  if (approval) return failed(approval);
  const outcome = await execute({ capability: found, input: argument }, signal);
  if (outcome.kind === "failed") return failed(outcome.problem);
  if (outcome.kind === "cancelled") return failed({ code: "cancelled", message: `${name} was cancelled.` });
  return {
    kind: "ok",
    output: { name, execution_id: outcome.executionId, partial: outcome.isPartial, output: outcome.output },
  };
};

/** `capability_run {name, input}`: runs a tool or forge of this turn's view, never itself (domain.md 3.5). */
export function createCapabilityRun(): HostTool {
  return { capability, group: "dynamic/capstan", metadata, outputSchema, run };
}
