import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Each stands in code that no browser may ever load. */
const TELLTALES = ["PrismaClient", "node:child_process", "node:fs", "@libsql", "createServices", "BWRAP", "bwrap --"];

/** Where the built pages carry server code: file and telltale. Empty when they carry none. */
export function findServerCode(): { files: number; found: string[] } {
  const folder = join(".next", "static");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return TELLTALES.filter((telltale) => text.includes(telltale)).map((telltale) => `${name}: ${telltale}`);
  });
  return { files: files.length, found };
}
