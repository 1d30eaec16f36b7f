import type { SandboxLevel } from "./outcome";
import type { LevelReport, SandboxJob } from "./sandbox";

export type LevelDecision = { kind: "run"; warnings: string[] } | { kind: "refused"; detail: string };

const NODE_ONLY = "This code is separated by Node only: there is no box of the operating system around it.";
const NETWORK_OPEN = "This code can reach the network: Node before 25 does not keep it away.";

/**
 * Whether code may run at a level (sandbox.md 5, the table of levels; design.md 6). Trusted code runs at `node-net` with a
 * notice and at `node-fs` only by the setting; a draft needs `os`, or a person's word for its digest at `node-net`.
 */
export function deriveLevelDecision(
  level: SandboxLevel,
  job: Pick<SandboxJob, "isTrusted" | "isNodeOnlyConfirmed">,
  allowNoNetworkIsolation: boolean,
): LevelDecision {
  switch (level) {
    case "os":
      return { kind: "run", warnings: [] };
    case "node-net":
      if (job.isTrusted || job.isNodeOnlyConfirmed) return { kind: "run", warnings: [NODE_ONLY] };
      return { kind: "refused", detail: "level node-net; a draft needs level os, or your confirmation in a dry-run" };
    case "node-fs":
      if (job.isTrusted && allowNoNetworkIsolation) return { kind: "run", warnings: [NODE_ONLY, NETWORK_OPEN] };
      return { kind: "refused", detail: "level node-fs; this Node does not keep code from the network" };
    case "none":
      return { kind: "refused", detail: "level none; nothing here keeps code away from your files" };
    default: {
      const unknown: never = level;
      throw new Error(`unknown sandbox level ${String(unknown)}`);
    }
  }
}

export type LevelFacts = {
  level: SandboxLevel;
  isLinux: boolean;
  hasBox: boolean;
  boxFault: string | null;
  /** The command that installs a package here, e.g. "apt-get install". */
  installer: string;
  /** Ubuntu's switch that takes user namespaces from ordinary users. */
  hasNamespaceBan: boolean;
};

/** What keeps the level below `os` and the one command that raises it. */
export function deriveFix(facts: LevelFacts): Pick<LevelReport, "missing" | "fix"> {
  if (facts.level === "os") return { missing: null, fix: null };
  if (facts.isLinux && !facts.hasBox) {
    return {
      missing: "bubblewrap is not installed",
      fix: {
        sentence: "Install bubblewrap; capability code then runs in a box of its own.",
        command: `${facts.installer} bubblewrap`,
      },
    };
  }
  if (facts.isLinux && facts.hasNamespaceBan) {
    return {
      missing: "this system does not let bubblewrap make namespaces",
      fix: {
        sentence: "Allow user namespaces, then check again.",
        command: "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
      },
    };
  }
  const missing = facts.isLinux
    ? `bubblewrap's box does not hold: ${facts.boxFault ?? "unknown reason"}`
    : "this operating system has no box that Capstan can use";
  if (facts.level === "node-net") return { missing, fix: null };
  return {
    missing,
    fix: {
      sentence: "Install a newer Node for capability code; it refuses the network by itself.",
      command: "npx capstan runtime install",
    },
  };
}
