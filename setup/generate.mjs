// Writes the typed database client into generated/. Prisma asks for a schema engine it never uses here: naming any
// executable keeps it from downloading one (docs/decisions).
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const appFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
const { status, stderr } = spawnSync(process.execPath, [prisma, "generate", "--no-hints"], {
  cwd: appFolder,
  stdio: ["ignore", "ignore", "pipe"],
  encoding: "utf8",
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  },
});
if (status !== 0) {
  console.error(stderr);
  console.error(`The database client could not be generated from ${join(appFolder, "prisma", "schema.prisma")}.`);
}
process.exit(status ?? 1);
