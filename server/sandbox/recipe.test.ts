import { expect, test } from "vitest";
import { type ProcessPlan, toChildEnv, toNodeArgs } from "./recipe";
import { toNodeCommand } from "./recipe-node";
import { toBareBoxCommand, toOsCommand } from "./recipe-os";

const plan: ProcessPlan = {
  runnerPath: "/opt/node/bin/node",
  runnerMajor: 26,
  guardFolder: "/state/guard/g",
  guardFile: "preload-lite.cjs",
  snapshotFolder: "/state/snapshots/s",
  entry: "impl/run.mjs",
  nonce: "n0",
};
const tools = { bwrapPath: "/usr/bin/bwrap", prlimitPath: "/usr/bin/prlimit" };

/** The arguments from the first that equals `start` on. */
const from = (args: readonly string[], start: string) => args.slice(args.indexOf(start));

test("the box has its own namespaces, no capabilities, no host name and a read-only root", () => {
  const { command, args } = toOsCommand(plan, tools, 40);
  expect(command).toBe("/usr/bin/prlimit");
  expect(args).toEqual(
    expect.arrayContaining(["--core=0", "--cpu=40", "/usr/bin/bwrap", "--unshare-all", "--die-with-parent"]),
  );
  expect(from(args, "--cap-drop").slice(0, 2)).toEqual(["--cap-drop", "ALL"]);
  expect(from(args, "--hostname").slice(0, 2)).toEqual(["--hostname", "capstan"]);
  expect(from(args, "--remount-ro").slice(0, 2)).toEqual(["--remount-ro", "/"]);
  expect(args.join(" ")).not.toMatch(/\/etc|\/home|\/run |--share-net/);
});

test("only the runner, the guard and the snapshot are bound into the box, read-only", () => {
  const { args } = toOsCommand(plan, tools, 40);
  const binds = args.flatMap((arg, index) => (/bind/.test(arg) ? [[arg, args[index + 1], args[index + 2]]] : []));
  expect(binds).toEqual([
    ["--ro-bind", "/usr", "/usr"],
    ["--ro-bind", plan.runnerPath, "/node"],
    ["--ro-bind", plan.guardFolder, "/guard"],
    ["--ro-bind", plan.snapshotFolder, "/capability"],
  ]);
});

test("the scratch folder is a tmpfs with a size", () => {
  const { args } = toOsCommand(plan, tools, 40);
  expect(from(args, "--size").slice(0, 4)).toEqual(["--size", "67108864", "--tmpfs", "/scratch"]);
});

test("without prlimit the box is started directly, with V8's own heap limit", () => {
  const { command, args } = toOsCommand({ ...plan, runnerMajor: 20 }, { ...tools, prlimitPath: null }, 40);
  expect(command).toBe("/usr/bin/bwrap");
  expect(args).toContain("--max-old-space-size=256");
});

test.each([
  [20, false, "--data=671088640"],
  [24, true, "--data=1073741824"],
])("on Node %i the heap flag is %s and the kernel's limit %s", (runnerMajor, hasHeapFlag, data) => {
  const { args } = toOsCommand({ ...plan, runnerMajor }, tools, 40);
  expect(args.includes("--max-old-space-size=256")).toBe(hasHeapFlag);
  expect(args).toContain(data);
});

test("every grant names a whole folder, so that a sibling with the same prefix stays outside", () => {
  const args = toNodeArgs(plan, { guard: "/guard", snapshot: "/capability", scratch: "/scratch" }, true);
  const grants = args.filter((arg) => arg.startsWith("--allow-"));
  expect(grants).toEqual([
    "--allow-fs-read=/capability/*",
    "--allow-fs-read=/scratch/*",
    "--allow-fs-read=/guard/*",
    "--allow-fs-write=/scratch/*",
  ]);
});

test("a folder that is guard and snapshot at once is granted once", () => {
  const args = toNodeArgs(plan, { guard: "/g", snapshot: "/g", scratch: "/w" }, true);
  expect(args.filter((arg) => arg === "--allow-fs-read=/g/*")).toHaveLength(1);
});

test.each([
  [20, "--experimental-permission", false],
  [22, "--permission", true],
  [26, "--permission", true],
])("Node %i gets %s", (runnerMajor, flag, hasSigusr1Flag) => {
  const args = toNodeArgs({ ...plan, runnerMajor }, { guard: "/g", snapshot: "/s", scratch: "/w" }, true);
  expect(args[0]).toBe(flag);
  expect(args.includes("--disable-sigusr1")).toBe(hasSigusr1Flag);
});

test("the environment is built from nothing", () => {
  expect(toChildEnv("/scratch", "n0")).toEqual({
    HOME: "/scratch",
    TMPDIR: "/scratch",
    LANG: "C.UTF-8",
    TZ: "UTC",
    NODE_ENV: "production",
    PATH: "/usr/bin:/bin",
    CAPSTAN_GUARD: "n0",
  });
});

test("the bare box has neither permission model nor guard", () => {
  expect(toBareBoxCommand(plan, tools).args.join(" ")).not.toMatch(/--permission|--require/);
});

test("without a box Node runs in the scratch folder with the same grants", () => {
  const { command, args, cwd } = toNodeCommand(plan, "/state/scratch/job-1");
  expect(command).toBe(plan.runnerPath);
  expect(cwd).toBe("/state/scratch/job-1");
  expect(args).toContain("--allow-fs-write=/state/scratch/job-1/*");
  expect(args.at(-1)).toBe("/state/snapshots/s/impl/run.mjs");
});
