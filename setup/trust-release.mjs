// `npm run trust:release`: writes capabilities/digests.json, by which the maintainer of a release vouches for every shipped
// capability. Run it, read the diff, commit it; an installation records these digests as trusted at its first start.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePackages, generateClient } from "./build.mjs";
import { appFolder, exitOnFailure, StepError } from "./steps.mjs";

try {
  await ensurePackages();
  await generateClient();
  const { tsImport } = await import("tsx/esm/api");
  const { loadReleaseDigests } = await tsImport("../server/registry/release-trust.ts", import.meta.url);
  const { version } = JSON.parse(readFileSync(join(appFolder, "package.json"), "utf8"));
  const folder = join(appFolder, "capabilities");
  const digests = await loadReleaseDigests(folder, version).catch((error) => {
    throw error.name === "AppError" ? new StepError(`${error.message} ${error.next ?? ""}`) : error;
  });
  writeFileSync(join(folder, "digests.json"), `${JSON.stringify(digests, null, 2)}\n`);
  console.log(
    `capabilities/digests.json vouches for ${Object.keys(digests.digests).length} capabilities, release ${version}.`,
  );
} catch (error) {
  exitOnFailure(error);
}
