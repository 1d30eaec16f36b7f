#!/usr/bin/env node
// The `capstan` command: the bundle where it was built, else the source through tsx.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const appFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const bundle = join(appFolder, "dist", "cli.js");

if (existsSync(bundle)) {
  await import(pathToFileURL(bundle).href);
} else if (existsSync(join(appFolder, "node_modules", "tsx")) && existsSync(join(appFolder, "generated", "prisma"))) {
  const { tsImport } = await import("tsx/esm/api");
  await tsImport(pathToFileURL(join(appFolder, "server", "cli", "main.ts")).href, import.meta.url);
} else {
  console.error("Capstan is not set up yet. Type `npm start` in its folder once.");
  process.exit(1);
}
