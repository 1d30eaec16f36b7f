// Everything between a clean clone and a server that starts: packages, database client, bubblewrap, pages, bundles. Each
// step looks first whether it is needed, so a second start takes no time.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appFolder, findProgram, hashOf, isRoot, runProgram, runStep } from "./steps.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const isSource = (path) => !/\.test\.tsx?$/.test(path);

/** True when node_modules holds exactly the versions of package-lock.json. */
function hasPackages() {
  const installedFile = join(appFolder, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(appFolder, "package-lock.json"), "utf8"));
  const { packages: installed } = JSON.parse(readFileSync(installedFile, "utf8"));
  // Optional ones are other platforms' binaries.
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

export async function ensurePackages() {
  if (hasPackages()) return;
  await runStep("Installing packages (npm ci)", () =>
    runProgram(npm, ["ci", "--include=dev"], {
      quiet: true,
      sentence: "The packages could not be installed; see npm's message above.",
    }),
  );
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Does the work unless the stamp says that it was done for these sources. */
async function runOnChange({ name, stamp, hash, isBuilt }, work) {
  const file = join(appFolder, stamp);
  if (isBuilt() && readStamp(file) === hash) return;
  await runStep(name, work);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, hash);
}

export async function generateClient() {
  await runOnChange(
    {
      name: "Generating the database client",
      stamp: "generated/.stamp",
      hash: hashOf(["prisma/schema.prisma", "package-lock.json"]),
      isBuilt: () => existsSync(join(appFolder, "generated", "prisma", "client.ts")),
    },
    () =>
      runProgram(process.execPath, ["setup/generate.mjs"], {
        sentence: "The database client could not be generated.",
      }),
  );
}

/** Bundles the server and the command line; packages stay outside, where their native parts are. */
export async function buildBundles() {
  await runOnChange(
    {
      name: "Bundling the server",
      stamp: "dist/.stamp",
      hash: hashOf(["server", "generated", "package-lock.json", "setup/build.mjs"], {
        skip: (path) => !isSource(path),
      }),
      isBuilt: () => existsSync(join(appFolder, "dist", "main.js")) && existsSync(join(appFolder, "dist", "cli.js")),
    },
    async () => {
      const { build, stop } = await import("esbuild");
      await build({
        absWorkingDir: appFolder,
        entryPoints: { main: "server/main.ts", cli: "server/cli/main.ts" },
        outdir: "dist",
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        packages: "external",
        sourcemap: true,
        logLevel: "error",
      });
      await stop();
    },
  );
}

export async function buildPages() {
  await runOnChange(
    {
      name: "Building the pages (next build)",
      stamp: ".next/.stamp",
      hash: hashOf(
        [
          "app",
          "components",
          "next.config.mjs",
          "postcss.config.mjs",
          "tsconfig.json",
          "package.json",
          "package-lock.json",
        ],
        { skip: (path) => !isSource(path) },
      ),
      isBuilt: () => existsSync(join(appFolder, ".next", "BUILD_ID")),
    },
    () =>
      runProgram(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
        quiet: true,
        env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
        sentence: "The pages could not be built; see above.",
      }),
  );
}

/** The sandbox's outer wall on Linux. Without it Capstan starts all the same, at a lower level that it shows. */
export async function ensureBubblewrap() {
  if (process.platform !== "linux" || findProgram("bwrap")) return;
  const byHand = "sudo apt-get install -y bubblewrap";
  if (!isRoot || !findProgram("apt-get")) {
    console.log(`Capability code is separated best by bubblewrap, which is not installed. Type: ${byHand}`);
    return;
  }
  console.log("Installing bubblewrap by apt-get: it separates capability code from this machine.");
  try {
    await runStep("Installing bubblewrap", async () => {
      const env = { DEBIAN_FRONTEND: "noninteractive" };
      const sentence = "apt-get could not install bubblewrap.";
      await runProgram("apt-get", ["update", "-qq"], { quiet: true, env, sentence });
      await runProgram("apt-get", ["install", "-y", "-qq", "bubblewrap"], { quiet: true, env, sentence });
    });
  } catch (error) {
    console.error(`${error.message} Capstan goes on at a lower sandbox level. To try again, type: ${byHand}`);
  }
}
