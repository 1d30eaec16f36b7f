import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RootSetting } from "#server/settings";
import type { HostTool } from "#server/tools/host-tool";
import type { Catalog, Registry } from "./catalog";

/** A folder in the system's temp folder, gone when disposed. */
export function makeTempFolder(): { path: string; [Symbol.dispose](): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "capstan-registry-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes files below a folder; missing folders are made. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Files of a small tool that loads without a finding. */
export function makeTool(name: string, extra = ""): Record<string, string> {
  return {
    "CAPABILITY.yaml": `name: ${name}\nversion: 1.0.0\ntype: tool\nstatus: draft\ndescription: Does ${name} things.\n${extra}`,
    "impl/run.mjs": 'process.stdout.write(\'{"__frame__":"result","output":{}}\\n\');\n',
  };
}

/** Writes a tool into a root. Answers its folder. */
export function writeTool(root: string, name: string, extra = ""): string {
  writeFiles(join(root, name), makeTool(name, extra));
  return join(root, name);
}

export function makeRoot(path: string, changes: Partial<RootSetting> = {}): RootSetting {
  return { path, layer: "L2", origin: "settings", admission: "not_needed", ...changes };
}

/** Resolves with the first catalog, now or after a change, that `isDone` accepts. Throws after `timeoutMs`. */
export function waitForCatalog(
  registry: Registry,
  isDone: (catalog: Catalog) => boolean,
  timeoutMs = 3_000,
): Promise<Catalog> {
  return new Promise((resolve, reject) => {
    const finish = (catalog: Catalog) => {
      clearTimeout(timer);
      stop();
      resolve(catalog);
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`No such catalog within ${timeoutMs} ms.`));
    }, timeoutMs);
    const stop = registry.onChange((catalog) => {
      if (isDone(catalog)) finish(catalog);
    });
    if (isDone(registry.current())) finish(registry.current());
  });
}

/** A host tool that answers its own name, with the changes. */
export function makeHostTool(name: string, changes: Partial<HostTool> = {}): HostTool {
  return {
    capability: {
      name,
      type: "tool",
      title: name,
      description: `Does ${name} things.`,
      when: "",
      state: "trusted",
      digest: null,
      source: "host",
      inputSchema: { type: "object" },
      approvalType: "none",
    },
    group: "dynamic/local_mcp",
    metadata: { runtime: { owner: "tests" }, routing: { min_tier: "question" } },
    outputSchema: {},
    run: async () => ({ kind: "ok", output: name }),
    ...changes,
  };
}
