import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";

const core = ["server/errors", "server/capability", "server/tree"];
const front = [
  ...core,
  "server/services",
  "server/runs",
  "server/review",
  "server/registry",
  "server/access",
  "server/exchange",
  "server/preferences",
  "server/loop/events",
];
const feature = ["components/ui", "components/api", "components/messages"];

/** What each place may import of ours at run time; `import type` is always free. The longest matching name decides. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  app: [
    "components",
    "components/ui",
    "components/api",
    "components/frame",
    "components/messages",
    "components/tree",
    "components/editor",
    "components/dry-run",
    "components/timeline",
    "components/runs",
    "components/review",
    "components/settings",
    "components/health",
  ],
  "components/messages": [],
  "components/api": [],
  "components/ui": [],
  "components/frame": [...feature, "components/search"],
  "components/search": feature,
  "components/exchange": feature,
  "components/tree": [...feature, "components/search", "components/exchange"],
  "components/editor": [...feature, "components/dry-run", "components/exchange"],
  "components/dry-run": [...feature, "components/timeline"],
  "components/timeline": [...feature, "components/search"],
  "components/runs": [...feature, "components/timeline"],
  "components/review": [...feature, "components/editor"],
  "components/health": feature,
  "components/settings": feature,
  "server/errors": [],
  "server/call-context": [],
  "server/settings": ["server/errors"],
  "server/capability": ["server/errors"],
  "server/tree": core,
  "server/discovery": core,
  "server/loop": [...core, "server/discovery", "server/loop/events"],
  "server/loop/events": ["server/errors", "server/capability", "server/tree", "server/discovery"],
  "server/model": [...core, "server/discovery"],
  "server/sandbox": core,
  "server/store": ["server/errors"],
  "server/tools": [...core, "server/sandbox"],
  "server/registry": [...core, "server/call-context", "server/discovery", "server/tools", "server/store"],
  "server/mcp/client": ["server/errors", "server/capability"],
  "server/preferences": ["server/errors", "server/settings", "server/audit", "server/store"],
  "server/runs": [
    ...core,
    "server/call-context",
    "server/loop",
    "server/loop/events",
    "server/model",
    "server/sandbox",
    "server/discovery",
    "server/registry",
    "server/tools",
    "server/ledger",
    "server/audit",
    "server/store",
  ],
  "server/exchange": core,
  "server/audit": ["server/errors", "server/store"],
  "server/ledger": ["server/errors", "server/store"],
  "server/access": [...core, "server/audit", "server/store"],
  "server/review": [
    ...core,
    "server/runs",
    "server/registry",
    "server/sandbox",
    "server/discovery",
    "server/access",
    "server/audit",
    "server/store",
  ],
  "server/services": [
    ...front,
    "server/settings",
    "server/store",
    "server/model",
    "server/sandbox",
    "server/discovery",
    "server/loop",
    "server/tools",
    "server/audit",
    "server/ledger",
    "server/mcp/client",
  ],
  "server/api": [...front, "server/call-context", "server/discovery"],
  "server/cli": [...front, "server/settings", "server/sandbox"],
  "server/main": [...front, "server/api", "server/settings"],
};

const PURE = [
  "server/capability",
  "server/tree",
  "server/discovery",
  "server/loop",
  "server/loop/events",
  "server/exchange",
];
const IMPURE_PACKAGE =
  /^(next|react|react-dom)(\/|$)|^@(prisma|trpc)\/|^node:(fs|net|http|child_process|worker_threads)/;

const places = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);
const placeOf = (path: string) => places.find((place) => path === place || path.startsWith(`${place}/`));

type AstNode = { source?: { value?: unknown }; importKind?: string; exportKind?: string };

function importsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (!value || typeof value !== "object") return;
    const node = value as AstNode;
    if (typeof node.source?.value === "string" && node.importKind !== "type" && node.exportKind !== "type") {
      found.push(node.source.value);
    }
    for (const child of Object.values(value)) {
      if (Array.isArray(child)) child.forEach(visit);
      else visit(child);
    }
  };
  visit(parseAst(readFileSync(file, "utf8"), { lang: "tsx" }));
  return found;
}

const files = ["app", "components", "server"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((name) => /(?<!\.test|\.test-d|\/testing)\.tsx?$/.test(name)),
);

test("there is something to check", () => expect(files.length).toBeGreaterThan(0));

test.each(files)("%s keeps to the arrows", (file) => {
  const from = placeOf(file.replace(/\.tsx?$/, ""));
  if (!from) throw new Error(`${file}: give its folder a line in MAY_IMPORT`);
  const wrong = importsOf(file).filter((source) => {
    if (source.startsWith("#generated/")) return from !== "server/store";
    if (!/^[#.]/.test(source)) return PURE.includes(from) && IMPURE_PACKAGE.test(source);
    if (source.endsWith(".css")) return false;
    const to = placeOf(source.startsWith("#") ? source.slice(1) : relative(".", resolve(dirname(file), source)));
    return to !== from && !MAY_IMPORT[from]?.includes(to ?? "");
  });
  expect(wrong).toEqual([]);
});
