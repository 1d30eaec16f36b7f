import { z } from "zod";
import type { Runner } from "./find-runner";
import type { SandboxLevel } from "./outcome";
import type { ProcessCommand } from "./recipe";
import { runJob } from "./run-job";
import { SelfTestTargets } from "./self-test-targets";

/** How processes are started; what the self-test tries and every job uses. */
export type Recipe =
  | { kind: "box"; guardFile: string }
  | { kind: "node"; guardFile: string }
  /** The box alone, without permission model and guard: shows that the box itself holds. Self-test only. */
  | { kind: "bare_box" };

type Probe = { name: string; held: boolean; detail: string };

export type SelfTestResult = {
  level: SandboxLevel;
  guardFile: string;
  probes: Probe[];
  /** Why the box cannot be used, null when it can. */
  boxFault: string | null;
};

export type SelfTestOptions = {
  runner: Runner;
  hasBox: boolean;
  /** Makes the command that runs the self-test's own program by a recipe. */
  toCommand(recipe: Recipe, nonce: string): Promise<ProcessCommand>;
};

const OUTSIDE = [
  "read outside",
  "write outside",
  "TCP to the host",
  "unix socket of the host",
  "UDP to the host",
  "DNS to the host",
  "signal to the host",
];
const ALL = [...OUTSIDE, "start a program", "write by a v8 flag", "open by sqlite"];
const LITE = "preload-lite.cjs";
const FULL = "preload-full.cjs";

const answerSchema = z.array(z.object({ name: z.string(), isReached: z.boolean(), detail: z.string() }));

const SILENT_PORTS = {
  callStep: async () => ({ ok: false, error: "self_test" }) as const,
  callService: async () => ({ ok: false, error: "self_test" }) as const,
  onFrame: () => {},
  onLog: () => {},
  onDenied: () => {},
};

/** Runs the probe program by one recipe; a run that does not answer counts as nothing held. */
async function tryRecipe(recipe: Recipe, targets: SelfTestTargets, options: SelfTestOptions): Promise<Probe[]> {
  const names = recipe.kind === "bare_box" ? OUTSIDE : ALL;
  const nonce = "self-test";
  const outcome = await runJob(
    {
      command: await options.toCommand(recipe, nonce),
      nonce,
      level: "none",
      job: {
        input: { ...targets.input, names },
        limits: { timeoutMs: 15_000, maxOutputBytes: 65_536, maxLlmCalls: 0 },
        llmStepIds: [],
        services: [],
      },
      warnings: [],
      hasGuard: recipe.kind !== "bare_box",
    },
    SILENT_PORTS,
    AbortSignal.timeout(20_000),
  );
  const traces = await targets.findReached();
  const label = recipe.kind === "bare_box" ? "box alone: " : "";
  if (outcome.kind === "failed") {
    return names.map((name) => ({ name: label + name, held: false, detail: outcome.message }));
  }
  const answers = answerSchema.parse(outcome.output);
  return names.map((name) => {
    const answer = answers.find((candidate) => candidate.name === name);
    if (traces.has(name)) return { name: label + name, held: false, detail: "it left a trace on the host" };
    if (answer === undefined) return { name: label + name, held: false, detail: "the probe did not answer" };
    return { name: label + name, held: !answer.isReached, detail: answer.detail };
  });
}

function hasHeld(probes: readonly Probe[]): boolean {
  return probes.every((probe) => probe.held);
}

function describeFault(probes: readonly Probe[]): string {
  const open = probes.filter((probe) => !probe.held);
  const details = new Set(open.map((probe) => probe.detail));
  const [only] = details;
  if (details.size === 1 && open.length > 1) return only ?? "";
  return open.map((probe) => `${probe.name} (${probe.detail})`).join(", ");
}

/**
 * Tries the recipes from the best down, with canaries and listeners of its own, and takes the first whose every probe
 * held (sandbox.md 5, "Self-test"). The box is tried bare first: a `bwrap` that only starts its command would otherwise
 * hide behind the permission model. The lite guard serves where Node itself refuses the network (25 and later).
 */
export async function runSelfTest(options: SelfTestOptions): Promise<SelfTestResult> {
  await using targets = await SelfTestTargets.open();
  const guardFile = options.runner.major >= 25 ? LITE : FULL;
  let boxFault: string | null = null;
  if (options.hasBox) {
    const probes = await tryRecipe({ kind: "bare_box" }, targets, options);
    if (hasHeld(probes)) probes.push(...(await tryRecipe({ kind: "box", guardFile }, targets, options)));
    if (hasHeld(probes)) return { level: "os", guardFile, probes, boxFault };
    boxFault = describeFault(probes);
  }
  const probes = await tryRecipe({ kind: "node", guardFile }, targets, options);
  if (!hasHeld(probes)) return { level: "none", guardFile, probes, boxFault };
  return { level: guardFile === LITE ? "node-net" : "node-fs", guardFile, probes, boxFault };
}
