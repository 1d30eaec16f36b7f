// The registry over 5,000 real-looking capabilities (made of shared/data/search): load into an empty state, load again, one
// changed file, first search, what the API sends, and memory. Goals: load < 3 s, one changed file < 50 ms from its writing
// to the new catalog, of which 15 ms are a rest to see whether more is written.
//
// On a busy machine a wall clock measures the neighbours. So beside it stands the processor time of the process, all threads
// of it, and each load is a ratio to a floor of the same run: every file read in one turn, each contract parsed by the
// `yaml` package, its schemas compiled by nobody. A load runs in a process of its own, as a start does.
// Repeat: npx tsx bench/registry.ts [capabilities]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { z } from "zod";
import { hasManyCapabilities, writeManyCapabilities } from "./many-capabilities";

const COUNT = Number(process.argv[2] ?? 5_000);
const GOALS = { loadMs: 3_000, changeMs: 50 };
const measuresSchema = z.record(z.string(), z.object({ ms: z.number(), cpuMs: z.number() }));
type Measures = z.infer<typeof measuresSchema>;

/** Runs `bench/registry-process.ts`, bundled as the product is, and answers what it measured. */
function measure(program: string, values: readonly string[]): Measures {
  const run = spawnSync(process.execPath, [program, ...values], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (run.status !== 0) throw new Error(`The measured process ended with ${run.status}.`);
  return measuresSchema.parse(JSON.parse(run.stdout.trim().split("\n").at(-1) ?? ""));
}

function printRow(cells: readonly string[]): void {
  const [first = "", ...others] = cells;
  console.log(first.padEnd(34) + others.map((cell) => cell.padStart(14)).join(""));
}

function printMeasures(title: string, measures: Measures, floor: Measures): void {
  const base = floor["read and parse"]?.cpuMs ?? Number.NaN;
  for (const [name, { ms, cpuMs }] of Object.entries(measures)) {
    printRow([
      `${title}: ${name}`,
      ms.toFixed(ms < 100 ? 1 : 0),
      cpuMs.toFixed(cpuMs < 100 ? 1 : 0),
      (cpuMs / base).toFixed(2),
    ]);
  }
}

function printGoal(name: string, taken: Measures[string] | undefined, goalMs: number): void {
  const { ms, cpuMs } = taken ?? { ms: Number.NaN, cpuMs: Number.NaN };
  const load = loadavg()[0]?.toFixed(1);
  const figures = `${ms.toFixed(0)} ms by the clock at a load average of ${load}, ${cpuMs.toFixed(0)} ms of processor time`;
  console.log(`${name} < ${goalMs} ms: ${ms < goalMs ? "yes" : "NO"} (${figures})`);
}

async function main(): Promise<void> {
  if (!hasManyCapabilities()) {
    console.log("../shared/data/search is absent: there is nothing real-looking to load, so nothing was measured.");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-registry-"));
  try {
    const root = join(folder, "capability", "capabilities");
    const names = writeManyCapabilities(root, COUNT);
    const bytes = names.reduce((sum, name) => sum + readFileSync(join(root, name, "CAPABILITY.yaml")).byteLength, 0);
    console.log(
      `${COUNT} capabilities, ${(bytes / 1e6).toFixed(1)} MB of contracts; load average ${loadavg()[0]?.toFixed(1)}`,
    );
    // Beside the packages, so that those that are not bundled are found.
    const program = join(import.meta.dirname, "../node_modules/.capstan-bench-registry.mjs");
    await build({
      entryPoints: [join(import.meta.dirname, "registry-process.ts")],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      logLevel: "error",
    });
    console.log();
    printRow(["", "ms", "cpu ms", "times floor"]);
    const floor = measure(program, ["floor", folder]);
    printMeasures("floor", floor, floor);
    const cold = measure(program, ["load", folder, join(folder, "state")]);
    printMeasures("empty state", cold, floor);
    const warm = measure(program, ["work", folder, join(folder, "state")]);
    printMeasures("same state", warm, floor);
    console.log();
    for (const measures of [cold, warm]) printGoal("load", measures.load, GOALS.loadMs);
    printGoal("one changed file", warm["one changed file, write to catalog"], GOALS.changeMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
