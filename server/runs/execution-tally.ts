import type { PayloadOf, Usage } from "#server/loop/events";
import type { SandboxStats } from "#server/sandbox/outcome";

type Totals = Pick<
  PayloadOf<"execution_finished">,
  "level" | "peakRssBytes" | "llmCalls" | "cacheHits" | "usage" | "denials" | "frames" | "warnings"
> & { partial: "no_model" | undefined; stderr: string };

/** What one execution used, added up over its model calls, sandbox jobs and children. */
export type ExecutionTally = {
  readonly totals: Readonly<Totals>;
  addModelCall(usage: Usage, isCached: boolean): void;
  addSandboxJob(stats: SandboxStats): void;
  addChild(child: PayloadOf<"execution_finished">): void;
  /** An llm step had no model: the output is partial. */
  markNoModel(): void;
  warn(sentence: string): void;
};

/** null is unknown, and what is unknown makes the sum unknown; never 0 for unknown. */
function add(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: add(a.inputTokens, b.inputTokens),
    outputTokens: add(a.outputTokens, b.outputTokens),
    costUsd: add(a.costUsd, b.costUsd),
  };
}

export function createTally(): ExecutionTally {
  const totals: Totals = {
    level: null,
    peakRssBytes: null,
    llmCalls: 0,
    cacheHits: 0,
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    denials: 0,
    frames: 0,
    warnings: [],
    partial: undefined,
    stderr: "",
  };
  const raisePeak = (bytes: number | null) => {
    if (bytes !== null) totals.peakRssBytes = Math.max(totals.peakRssBytes ?? 0, bytes);
  };
  return {
    totals,
    addModelCall(usage, isCached) {
      totals.llmCalls++;
      if (isCached) totals.cacheHits++;
      else totals.usage = addUsage(totals.usage, usage);
    },
    addSandboxJob(stats) {
      totals.level = stats.level;
      totals.denials += stats.denials.length;
      totals.frames += stats.frames;
      totals.warnings.push(...stats.warnings);
      totals.stderr += stats.stderr;
      raisePeak(stats.peakRssBytes);
    },
    addChild(child) {
      totals.level = child.level ?? totals.level;
      totals.llmCalls += child.llmCalls;
      totals.cacheHits += child.cacheHits;
      totals.usage = addUsage(totals.usage, child.usage);
      totals.denials += child.denials;
      totals.frames += child.frames;
      totals.partial ??= child.partial;
      raisePeak(child.peakRssBytes);
    },
    markNoModel() {
      totals.partial = "no_model";
    },
    warn: (sentence) => totals.warnings.push(sentence),
  };
}
