// `npm test`: sets up what it needs, builds, then runs every suite on a state of its own and adds them up. The last line
// is "N passed, N failed"; the exit code is that of the sum.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildBundles, buildPages, ensureBubblewrap, ensurePackages, generateClient } from "./build.mjs";
import { appFolder, exitOnFailure, findProgram, isRoot, runProgram, runStep, StepError } from "./steps.mjs";

const work = mkdtempSync(join(tmpdir(), "capstan-npm-test-"));
// Nothing of the machine's own Capstan may leak into a test, nor a test into it.
const env = {
  CAPSTAN_HOME: join(work, "state"),
  NODE_ENV: "test",
  NEXT_TELEMETRY_DISABLED: "1",
  ...Object.fromEntries(
    ["CAPSTAN_PROJECT", "CAPSTAN_ROOTS", "PI_CAPABILITY_ROOTS", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"].map(
      (name) => [name, undefined],
    ),
  ),
};

const tool = (path) => join("node_modules", path);
const TOOLS = {
  tsc: tool("typescript/bin/tsc"),
  biome: tool("@biomejs/biome/bin/biome"),
  knip: tool("knip/bin/knip.js"),
  vitest: tool("vitest/vitest.mjs"),
  playwright: tool("@playwright/test/cli.js"),
};

/** One check that passes or fails as a whole. */
async function runCheck(name, args) {
  try {
    await runProgram(process.execPath, args, { env, sentence: `${name} failed.` });
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Runs a program that writes a JSON report, and reads the report whether or not it failed. */
async function runReported(args, report, extraEnv = () => ({})) {
  const file = join(work, report);
  let isFailed = false;
  try {
    await runProgram(process.execPath, args(file), { env: { ...env, ...extraEnv(file) }, sentence: "" });
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    isFailed = true;
  }
  return { isFailed, json: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null };
}

async function runVitest(project) {
  const { isFailed, json } = await runReported(
    (file) => [
      TOOLS.vitest,
      "run",
      "--project",
      project,
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    `${project}.json`,
  );
  if (!json) return { passed: 0, failed: 1, skipped: 0 };
  // A file that cannot even be loaded has no tests to count.
  const unloaded = json.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  ).length;
  const failed = json.numFailedTests + unloaded;
  return {
    passed: json.numPassedTests,
    failed: isFailed ? Math.max(failed, 1) : failed,
    skipped: json.numPendingTests,
  };
}

async function runPlaywright() {
  if (!existsSync(join(appFolder, "playwright.config.ts"))) {
    console.log("There is no playwright.config.ts: no journeys to run.");
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { isFailed, json } = await runReported(
    () => [TOOLS.playwright, "test", "--reporter=list,json"],
    "playwright.json",
    (file) => ({
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    }),
  );
  if (!json) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = json.stats;
  if (flaky > 0) console.log(`${flaky} flaky: passed only when run again.`);
  return { passed: expected + flaky, failed: isFailed ? Math.max(unexpected, 1) : unexpected, skipped };
}

/** Installed Chromium, else Playwright's, else apt's. */
async function ensureChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  if (names.some((name) => findProgram(name)) || hasPlaywrightChromium()) return;
  try {
    await runStep("Installing Chromium for the journeys (playwright install)", () =>
      runProgram(process.execPath, [TOOLS.playwright, "install", "chromium"], { quiet: true, sentence: "" }),
    );
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    if (!isRoot || !findProgram("apt-get")) {
      throw new StepError("No Chromium for the journeys. Install one: sudo apt-get install -y chromium");
    }
    await runStep("Installing Chromium for the journeys (apt-get)", async () => {
      const options = {
        quiet: true,
        env: { DEBIAN_FRONTEND: "noninteractive" },
        sentence: "apt-get found no Chromium.",
      };
      await runProgram("apt-get", ["update", "-qq"], options);
      await runProgram("apt-get", ["install", "-y", "-qq", "chromium"], options);
    });
  }
}

function hasPlaywrightChromium() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(process.env.HOME ?? "", ".cache", "ms-playwright");
  return existsSync(cache) && readdirSync(cache).some((name) => name.startsWith("chromium"));
}

const suites = [
  ["types", () => runCheck("types", [TOOLS.tsc, "-p", "."])],
  ["lint", () => runCheck("lint", [TOOLS.biome, "ci", "--error-on-warnings", "."])],
  ["dead code", () => runCheck("dead code", [TOOLS.knip])],
  ...["unit", "database", "sandbox", "server"].map((project) => [project, () => runVitest(project)]),
  ["journeys", runPlaywright],
];

try {
  await ensurePackages();
  await generateClient();
  await ensureBubblewrap();
  await ensureChromium();
  await buildBundles();
  await buildPages();

  const wanted = process.argv.slice(2);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const [name, runSuite] of suites) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n== ${name}`);
    const startedAt = performance.now();
    const counts = await runSuite();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    lines.push(
      `${name.padEnd(10)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${seconds} s`,
    );
    for (const key of Object.keys(sum)) sum[key] += counts[key];
  }
  console.log(`\n${lines.join("\n")}`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
} catch (error) {
  exitOnFailure(error);
} finally {
  rmSync(work, { recursive: true, force: true });
}
