import { isAbsolute, posix } from "node:path";
import { AppError, toProblem } from "#server/errors";
import { findDifferences, type ParsedCase, parseCases } from "./cases";
import type { ExecutionPorts } from "./execution-context";
import { loadSubject, type Subject } from "./execution-subject";
import type { CaseResult, Cases, ExecutionRequest, Executions } from "./runs";

const DEFAULT_FILE = "cases.jsonl";

type CaseRun = Parameters<Cases["run"]>[0];

function getCases({ name, contract, files }: Subject): ParsedCase[] {
  const path = contract.evidence.cases ?? DEFAULT_FILE;
  const normal = posix.normalize(path);
  const bytes = isAbsolute(normal) || normal.startsWith("..") ? undefined : files.get(normal);
  if (bytes === undefined) {
    throw new AppError("bad_input", `${name} has no case file ${path}.`, {
      next: `Add ${DEFAULT_FILE} with one JSON object a line, such as {"input": {...}, "expect": {...}}.`,
    });
  }
  return parseCases(Buffer.from(bytes).toString("utf8"));
}

async function runCase(
  executions: Pick<Executions, "start">,
  request: CaseRun,
  parsed: ParsedCase,
): Promise<CaseResult> {
  const { index, line, name } = parsed;
  const base = { index, line, name, differences: [], executionId: null, durationMs: 0 };
  if (parsed.kind === "broken") return { ...base, kind: "broken", problem: parsed.problem };
  const { input, expect, match, llm } = parsed.case;
  const execution: ExecutionRequest = {
    source: "case",
    name: request.name,
    subject: request.subject,
    input,
    by: request.by,
    cannedSteps: llm ?? {},
  };
  try {
    const { executionId, done } = await executions.start(execution, request.signal);
    const { ok, output, problem, durationMs } = await done;
    const differences = ok ? findDifferences(expect, output, match) : [];
    const kind = ok && differences.length === 0 ? "passed" : "failed";
    return { ...base, kind, differences, executionId, durationMs, ...(problem === undefined ? {} : { problem }) };
  } catch (error) {
    return { ...base, kind: "failed", problem: toProblem(error) };
  }
}

/**
 * Runs the cases of a capability, each an execution of its own in the sandbox. An llm step answers what the case scripts
 * for it, else `no_model`: a case never asks a model, so it costs nothing and always says the same.
 */
export function createCases({
  ports,
  executions,
}: {
  ports: Pick<ExecutionPorts, "store" | "registry">;
  executions: Pick<Executions, "start">;
}): Cases {
  return {
    async *run(request) {
      const subject = await loadSubject(ports, request);
      for (const parsed of getCases(subject)) {
        if (request.signal?.aborted) return;
        yield await runCase(executions, request, parsed);
      }
    },
  };
}
