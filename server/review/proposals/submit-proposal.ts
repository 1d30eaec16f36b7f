import { randomUUID } from "node:crypto";
import { recordAudit } from "#server/audit/record-audit";
import type { CapabilityFiles } from "#server/capability/contract";
import { digestOf } from "#server/capability/digest";
import { AppError } from "#server/errors";
import type { CapabilityEntry, Catalog, Registry } from "#server/registry/catalog";
import { getCurrentEntry } from "#server/registry/get-current-entry";
import { checkSubmittable } from "#server/review/check-submittable";
import { findSubject, findTargetFolder } from "#server/review/find-subject";
import { findNameFault } from "#server/review/new-drafts";
import type { SubmissionRecord } from "#server/store/rows";
import type { Store } from "#server/store/store";
import { findSubmissions, insertSubmission } from "#server/store/submissions";
import { saveVersion } from "#server/store/versions";
import type { Proposal } from "#server/tools/meta/proposal";
import { findRulesForName } from "#server/tree/derive-dynamic";
import { checkPlacement } from "./check-placement";
import { deriveChangedFiles, deriveNewFiles } from "./derive-proposed-files";
import { findProposingRun, toProposer } from "./proposer";

/** Waiting proposals of one run; a model in a loop must not bury what people submitted. */
const WAITING_MAX = 20;

type Rooms = { store: Store; registry: Registry };
type Proposed = { name: string; files: CapabilityFiles; baseDigest: string };

/** The capability that a root holds under the name and a person trusted: unseen bytes must not travel with a proposal. */
function getTrustedEntry(catalog: Catalog, name: string): CapabilityEntry {
  const node = catalog.tree.nodes.find((each) => each.kind !== "group" && each.name === name);
  if (node && node.source !== "capability") {
    throw new AppError("forbidden", `${name} is built in, and no proposal changes what is built in.`, {
      next: "Propose a change of a capability that a root holds.",
    });
  }
  const entry = getCurrentEntry(catalog, name);
  if (entry.state === "trusted") return entry;
  throw new AppError(
    "draft_refused",
    `${name} is a draft that nobody has trusted yet, so it cannot be changed from here.`,
    {
      next: "A person can review it first.",
    },
  );
}

function assertBindable(catalog: Catalog, tool: string): void {
  const rules = findRulesForName(catalog.tree, tool);
  if (rules === undefined) {
    throw new AppError("not_found", `There is no tool named ${tool} to bind to.`, {
      next: "list_groups names the tools.",
    });
  }
  if (rules.metadata.skills?.bindable === true) return;
  throw new AppError("bad_input", `${tool} takes no skill: its skills.bindable is not true.`, {
    next: "Choose another tool.",
  });
}

async function deriveProposed({ store, registry }: Rooms, proposal: Proposal): Promise<Proposed> {
  const catalog = registry.current();
  if (proposal.action === "propose_register") {
    const { name, parent } = proposal;
    const fault = await findNameFault({ store, registry }, name);
    if (fault) throw fault;
    if (!catalog.tree.nodes.some(({ kind, id }) => kind === "group" && id === parent)) {
      throw new AppError("not_found", `There is no group ${parent}.`, { next: "list_groups names the groups." });
    }
    return { name, files: deriveNewFiles(proposal), baseDigest: "" };
  }
  const name = proposal.action === "propose_binding" ? proposal.skill : proposal.name;
  if (proposal.action === "propose_binding") assertBindable(catalog, proposal.tool);
  const { digest } = getTrustedEntry(catalog, name);
  return { name, files: deriveChangedFiles(await registry.filesOf(digest), proposal), baseDigest: digest };
}

async function refuseTooMany(store: Store, name: string, by: string): Promise<void> {
  const waiting = await findSubmissions(store, { status: "waiting" });
  const same = waiting.find((submission) => submission.name === name);
  if (same) {
    throw new AppError("conflict", `A version of ${name} is waiting for review already: ${same.id}.`, {
      next: "A person decides on that one first.",
      details: { submission: same.id },
    });
  }
  const count = waiting.filter(({ submittedBy }) => submittedBy === by).length;
  if (count < WAITING_MAX) return;
  throw new AppError("conflict", `This run has ${count} proposals waiting for review, which is all it may have.`, {
    next: "A person decides on some of them first.",
  });
}

/**
 * Makes a submission of what a model proposes, and nothing more: it waits in the review queue until a person decides, with
 * the run that it came from (design.md 6). The caller runs one step of review at a time.
 * Throws bad_input, not_found, forbidden (built in), draft_refused, conflict (waiting already, name taken, too many).
 */
export async function submitProposal(
  rooms: Rooms,
  { runId, proposal }: { runId: string; proposal: Proposal },
): Promise<SubmissionRecord> {
  const { store, registry } = rooms;
  const by = toProposer(runId);
  const { name, files, baseDigest } = await deriveProposed(rooms, proposal);
  await refuseTooMany(store, name, by);
  checkSubmittable(name, files);
  const digest = digestOf(files);
  if (digest === baseDigest) {
    throw new AppError("bad_input", `The proposal changes nothing of ${name}.`, {
      next: "describe_tool shows what it says.",
    });
  }
  const catalog = registry.current();
  checkPlacement(catalog, name, files);
  const targetFolder = findTargetFolder(catalog, name, findSubject(catalog, name));
  await saveVersion(store, { digest, name, files });
  const submission = await insertSubmission(store, {
    id: randomUUID(),
    name,
    digest,
    baseDigest,
    targetFolder,
    note: proposal.reason ?? "",
    status: "waiting",
    submittedBy: by,
    submittedAt: new Date(),
  });
  const details = { submission: submission.id, digest, proposed: proposal.action, run: runId };
  await recordAudit(store, { actor: by, action: "review.propose", subject: name, details });
  return submission;
}

/** Proposals wait beside what people submit and never in its way. */
export function isProposal({ submittedBy }: Pick<SubmissionRecord, "submittedBy">): boolean {
  return findProposingRun(submittedBy) !== null;
}
