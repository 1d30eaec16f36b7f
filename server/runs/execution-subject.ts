import { composeSkill } from "#server/capability/compose-skill";
import type { CapabilityFiles, Contract, ContractIssue } from "#server/capability/contract";
import { digestOf } from "#server/capability/digest";
import { parseContract } from "#server/capability/parse-contract";
import { parseSkill } from "#server/capability/parse-skill";
import { AppError } from "#server/errors";
import type { Registry } from "#server/registry/catalog";
import type { Store } from "#server/store/store";
import { findTrustRecord } from "#server/store/trust";
import type { ExecutionRequest } from "./runs";

const CONTRACT_FILE = "CAPABILITY.yaml";
const SKILL_FILE = "SKILL.md";

/** The bytes one execution runs, and what counts about them. */
export type Subject = {
  name: string;
  digest: string;
  contract: Contract;
  files: CapabilityFiles;
  isTrusted: boolean;
  isBuffer: boolean;
};

function refuseContract(name: string, issues: readonly ContractIssue[]): never {
  const first = issues.find(({ severity }) => severity === "error") ?? issues[0];
  const place = first === undefined ? "" : ` (${first.file}, line ${first.line}: ${first.message})`;
  throw new AppError("bad_input", `The contract of ${name} cannot be read${place}.`, {
    next: "Mend the marked place in the contract, then run it again.",
    details: { issues },
  });
}

/** What a SKILL.md with a `tool_schema` compiles to: the skill's bytes are the tool's. Throws bad_input for a broken one. */
function findComposed(name: string, files: CapabilityFiles): Contract | undefined {
  const bytes = files.get(SKILL_FILE);
  // A skill without a name of its own has its folder's, which the tool's name leads back to.
  const folderName = name.replace(/^skill_/, "");
  const parsed = bytes && parseSkill(Buffer.from(bytes).toString("utf8"), SKILL_FILE, folderName);
  if (parsed?.kind !== "ok") return undefined;
  const tool = composeSkill(parsed.contract);
  if (tool && tool.problems.length > 0) refuseContract(name, parsed.issues);
  return tool?.contract;
}

function readContract(name: string, files: CapabilityFiles): Contract {
  const bytes = files.get(CONTRACT_FILE);
  if (bytes === undefined) {
    const composed = findComposed(name, files);
    if (composed) return composed;
    throw new AppError("bad_input", `${name} has no ${CONTRACT_FILE}, so there is nothing to run.`, {
      next: "A skill is text for a prompt: load it in a run. A tool or forge needs a contract.",
    });
  }
  const text = Buffer.from(bytes).toString("utf8");
  const parsed = parseContract(text, { file: CONTRACT_FILE, hasImpl: files.has("impl/run.mjs") });
  if (parsed.kind === "broken") refuseContract(name, parsed.issues);
  if (parsed.contract.type === "skill" || parsed.contract.type === "focus_mode") {
    throw new AppError("bad_input", `${name} is a ${parsed.contract.type} and has nothing to execute.`, {
      next: "Ask a question on the page Runs: a loop loads it when it fits.",
    });
  }
  return parsed.contract;
}

/**
 * Finds the bytes of a request and reads their contract; the same bytes are hashed, judged and run.
 * Throws not_found (digest), bad_input with the contract's issues in `details`.
 */
export async function loadSubject(
  { store, registry }: { store: Store; registry: Pick<Registry, "filesOf"> },
  request: Pick<ExecutionRequest, "name" | "subject">,
): Promise<Subject> {
  const { subject, name } = request;
  const isBuffer = subject.kind === "buffer";
  const files = subject.kind === "buffer" ? subject.files : await registry.filesOf(subject.digest);
  const digest = subject.kind === "buffer" ? digestOf(files) : subject.digest;
  const contract = readContract(name, files);
  const isTrusted = (await findTrustRecord(store, digest)) !== null;
  return { name: contract.name, digest, contract, files, isTrusted, isBuffer };
}
