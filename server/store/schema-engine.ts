import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { createAdapterFactory } from "./reconnecting-adapter";

const ENGINE = "@prisma/schema-engine-wasm/schema_engine_bg";

type EngineModule = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");

async function startEngine(): Promise<EngineModule> {
  const engine = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const folder = dirname(createRequire(import.meta.url).resolve(ENGINE));
  const bytes = readFileSync(join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...engine } });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== "function") throw new Error("The schema engine's WebAssembly has no start function.");
  start();
  return engine;
}

/** One instance a process: the package's glue keeps views into the memory of the first one it was given. */
let started: Promise<EngineModule> | undefined;

/**
 * Prisma's own migration engine as WebAssembly, so that no binary is downloaded (stack.md, "Prisma without its engine
 * download"). Loading it costs about 0.2 s: `migrate` does so only when there is something to do.
 * The caller frees it.
 */
export async function openSchemaEngine(file: string, schema: string): Promise<SchemaEngine> {
  started ??= startEngine();
  const { SchemaEngine } = await started;
  const adapters = bindMigrationAwareSqlAdapterFactory(createAdapterFactory(file));
  return SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, () => undefined, adapters);
}
