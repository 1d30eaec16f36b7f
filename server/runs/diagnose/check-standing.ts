import type { Catalog } from "#server/registry/catalog";
import { findDependencies } from "#server/registry/load-order";
import { findNearNames } from "#server/registry/near-names";
import { toNearSentence } from "#server/tree/resolve-name";
import { toolsByName } from "#server/tree/tree-index";
import type { DiagnosisLine } from "./diagnosis";
import { isEmptyPlace, type Subject } from "./subject";

const NEAR_MAX = 3;
/** How far the reason of a disabled capability is followed through what it uses. */
const CHAIN_MAX = 8;

/** A name that nothing current has: broken, shadowed only, or unknown. */
export function checkUnregistered(catalog: Catalog, name: string): DiagnosisLine {
  const broken = catalog.broken.find((candidate) => candidate.name === name);
  if (broken) {
    const first = broken.issues[0];
    return {
      step: "registered",
      verdict: "fail",
      message: `${broken.folder} claims the name and cannot be loaded: ${first?.message ?? "see its findings"}`,
      next:
        first?.fix ??
        `Mend ${first?.file ?? "the file"}${first ? `, line ${first.line}` : ""}; it is loaded again at once.`,
      details: broken.issues.map((issue) => ({ text: `${issue.file}:${issue.line}:${issue.column} ${issue.message}` })),
    };
  }
  const near = findNearNames(catalog, name, NEAR_MAX);
  return {
    step: "registered",
    verdict: "fail",
    message: `Nothing is registered as "${name}".`,
    next:
      toNearSentence(near) ??
      "See whether its root is in the list (`capstan doctor`) and its folder has a CAPABILITY.yaml.",
    ...(near.names.length > 0 ? { details: near.names.map((capability) => ({ text: capability, capability })) } : {}),
  };
}

export function checkRegistered(subject: Subject): DiagnosisLine {
  const { catalog, name, entry, host } = subject;
  const step = "registered";
  if (isEmptyPlace(subject)) {
    const message = `"${name}" is a tool of the default tree that nothing here implements.`;
    return { step, verdict: "warn", message, next: subject.node?.disabled?.enabledBy ?? "Implement it." };
  }
  if (host) return { step, verdict: "ok", message: `"${name}" is a host tool of this server.` };
  const others = catalog.shadowed.filter((shadowed) => shadowed.name === name);
  const details = others.map((other) => ({ text: `Shadowed, a ${other.type.replace("_", " ")}: ${other.folder}` }));
  const override = entry?.issues.find(({ code }) => code === "broken_override");
  if (override) {
    const next = "Mend the override; until then this older text is what a model reads.";
    return { step, verdict: "warn", message: override.message, next, details };
  }
  const isPending = !catalog.entries.has(name);
  const where = isPending ? "It is found in a root that nobody has admitted" : "It is in the registry";
  const message = `${where}: ${entry?.layer ?? "L2"}, ${entry?.folder ?? ""}.`;
  return { step, verdict: isPending ? "warn" : "ok", message, ...(details.length > 0 ? { details } : {}) };
}

/** Why a name that something needs is of no use; undefined when it is. */
function whyUnmet(catalog: Catalog, name: string): string | undefined {
  const needed = catalog.entries.get(name);
  const disabled = needed?.disabled ?? toolsByName(catalog.tree).get(name)?.disabled;
  if (disabled) return disabled.reason;
  return needed || catalog.hostTools.has(name) ? undefined : "It does not exist.";
}

/** What it needs and cannot have, through what that needs in turn, each once. */
function findBrokenNeeds({ catalog, entry }: Subject): { text: string; capability: string }[] {
  const found: { text: string; capability: string }[] = [];
  const seen = new Set<string>();
  const open = entry ? [entry] : [];
  for (let one = open.pop(); one !== undefined && seen.size < CHAIN_MAX; one = open.pop()) {
    for (const capability of findDependencies(one.contract)) {
      if (seen.has(capability)) continue;
      seen.add(capability);
      const why = whyUnmet(catalog, capability);
      if (why !== undefined) found.push({ text: `${one.name} uses ${capability}. ${why}`, capability });
      const needed = catalog.entries.get(capability);
      if (needed) open.push(needed);
    }
  }
  return found;
}

export function checkEnabled(subject: Subject): DiagnosisLine {
  const { entry, node } = subject;
  const disabled = entry?.disabled ?? node?.disabled;
  const details = findBrokenNeeds(subject);
  if (disabled) {
    const more = details.length > 0 ? { details } : {};
    return { step: "enabled", verdict: "fail", message: disabled.reason, next: disabled.enabledBy, ...more };
  }
  const condition = node?.metadata.runtime?.enabled_when ?? "always";
  const when = condition === "always" ? "" : ` Its contract adds a condition that nothing checks here: ${condition}.`;
  return { step: "enabled", verdict: "ok", message: `Nothing disables it.${when}` };
}

export function checkTrusted(subject: Subject): DiagnosisLine {
  const { catalog, entry, name } = subject;
  const step = "trusted";
  if (!entry) {
    const message = subject.host
      ? "It comes with the server, so there is no digest to trust."
      : "There are no bytes to trust.";
    return { step, verdict: subject.host ? "ok" : "skipped", message };
  }
  if (!catalog.entries.has(name)) {
    const next = "Look at the root in Settings and admit it; then its digests can be reviewed.";
    return {
      step,
      verdict: "fail",
      message: `Its root ${entry.rootPath} is pending: it enters no search, prompt or loop.`,
      next,
    };
  }
  if (entry.state === "trusted") return { step, verdict: "ok", message: "Its digest is trusted." };
  return {
    step,
    verdict: "fail",
    message: "It is a draft, and a loop uses trusted digests only. A changed byte makes a draft of what was trusted.",
    next: "Submit it on its page and have it approved in Review, or start one run with allow drafts.",
  };
}
