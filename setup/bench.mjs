// `npm run bench`: every benchmark of bench/, one after the other, each printing its own table.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildBundles, buildPages, ensureBubblewrap, ensurePackages, generateClient } from "./build.mjs";
import { appFolder, exitOnFailure, runProgram, runStep } from "./steps.mjs";

/** The peers have a package.json of their own: nobody who only starts Capstan installs them. */
async function ensurePeers() {
  if (existsSync(join(appFolder, "bench", "node_modules", "ai"))) return;
  await runStep("Installing the peers (bench/package.json)", () =>
    runProgram("npm", ["ci", "--prefix", "bench"], { quiet: true, sentence: "The peers could not be installed." }),
  );
}

try {
  await ensurePackages();
  await ensurePeers();
  await generateClient();
  await ensureBubblewrap();
  await buildBundles();
  await buildPages();
  const wanted = process.argv.slice(2);
  const benches = readdirSync(join(appFolder, "bench"))
    // A peer process is started by its benchmark; what several benchmarks are made of is none itself.
    .filter((name) => name.endsWith(".ts") && !/^many-|-(?:server|process)\.ts$/.test(name))
    .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  console.log(`${benches.length} benchmarks: ${benches.join(", ")}`);
  for (const name of benches) {
    console.log(`\n== ${name}`);
    await runProgram(process.execPath, ["node_modules/tsx/dist/cli.mjs", `bench/${name}`], {
      sentence: `bench/${name} failed; see above.`,
    });
  }
} catch (error) {
  exitOnFailure(error);
}
