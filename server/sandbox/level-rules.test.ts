import { expect, test } from "vitest";
import { deriveFix, deriveLevelDecision, type LevelFacts } from "./level-rules";
import type { SandboxLevel } from "./outcome";

type Who = "draft" | "confirmed draft" | "trusted";
const toJob = (who: Who) => ({ isTrusted: who === "trusted", isNodeOnlyConfirmed: who === "confirmed draft" });

test.each<[SandboxLevel, Who, boolean, "run" | "refused"]>([
  ["os", "draft", false, "run"],
  ["os", "trusted", false, "run"],
  ["node-net", "draft", false, "refused"],
  ["node-net", "draft", true, "refused"],
  ["node-net", "confirmed draft", false, "run"],
  ["node-net", "trusted", false, "run"],
  ["node-fs", "draft", true, "refused"],
  ["node-fs", "confirmed draft", true, "refused"],
  ["node-fs", "trusted", false, "refused"],
  ["node-fs", "trusted", true, "run"],
  ["none", "draft", true, "refused"],
  ["none", "confirmed draft", true, "refused"],
  ["none", "trusted", true, "refused"],
])("at level %s a %s, network isolation waived: %s, is %s", (level, who, waived, kind) => {
  expect(deriveLevelDecision(level, toJob(who), waived).kind).toBe(kind);
});

test("whatever runs below os carries a warning", () => {
  expect(deriveLevelDecision("node-net", toJob("trusted"), false)).toMatchObject({
    warnings: [expect.stringContaining("Node only")],
  });
  expect(deriveLevelDecision("node-fs", toJob("trusted"), true)).toMatchObject({
    warnings: [expect.any(String), expect.stringContaining("network")],
  });
});

const facts: LevelFacts = {
  level: "node-fs",
  isLinux: true,
  hasBox: false,
  boxFault: null,
  installer: "apt-get install",
  hasNamespaceBan: false,
};

test.each<[string, Partial<LevelFacts>, string | null]>([
  ["nothing at os", { level: "os", hasBox: true }, null],
  ["bubblewrap on Linux without it", {}, "apt-get install bubblewrap"],
  ["bubblewrap by the system's own installer", { installer: "dnf install" }, "dnf install bubblewrap"],
  [
    "user namespaces where they are taken away",
    { hasBox: true, hasNamespaceBan: true },
    "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  ],
  ["a newer Node where the box does not hold", { hasBox: true, boxFault: "x" }, "npx capstan runtime install"],
  ["a newer Node on another system", { isLinux: false }, "npx capstan runtime install"],
  ["nothing more on another system with a new Node", { isLinux: false, level: "node-net" }, null],
])("the fix is %s", (_name, change, command) => {
  const { fix, missing } = deriveFix({ ...facts, ...change });
  expect(fix?.command ?? null).toBe(command);
  expect(missing === null).toBe(change.level === "os");
});
