import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { agentFolderOf, buildServer, createFolder, type Exit, Program } from "#server/main/testing";

beforeAll(buildServer);

const OBJECT = { type: "object", properties: {} };
const LIST = JSON.stringify({
  tools: [{ name: "API-send", description: "Sends.", inputSchema: OBJECT }, { inputSchema: OBJECT }],
});
const UNQUOTED = "---\nname: review\ndescription: Reviews along two axes: one and two\n---\n";

function capstan(stateFolder: string, ...args: string[]): Promise<Exit> {
  const environment = { CAPSTAN_HOME: stateFolder, PI_AGENT_DIR: agentFolderOf(stateFolder) };
  return new Program([process.execPath, "bin/capstan.mjs", ...args], environment).exit;
}

test("import writes folders of drafts, never over one that is there, and says what it skipped", async () => {
  using folder = createFolder();
  const file = join(folder.path, "tools.json");
  writeFileSync(file, LIST);
  const to = join(folder.path, "out");
  const import_ = (...more: string[]) => capstan(join(folder.path, "state"), "import", file, "--to", to, ...more);

  const dry = await import_("--dry-run");
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain("api-send");
  expect(dry.stderr).toContain("skipped tools.json, tool 2: It has no name");
  expect(existsSync(to)).toBe(false);

  expect((await import_()).code).toBe(0);
  expect(readdirSync(to)).toEqual(["api-send"]);
  const text = readFileSync(join(to, "api-send", "CAPABILITY.yaml"), "utf8");
  expect(text).toContain("x-import:\n  format: mcp");

  writeFileSync(join(to, "api-send", "CAPABILITY.yaml"), "mine");
  const again = await import_("--json");
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({ items: [], skipped: [{ code: "no_name" }, { code: "exists" }] });
  expect(readFileSync(join(to, "api-send", "CAPABILITY.yaml"), "utf8")).toBe("mine");
});

test("a skill that wants quotes is skipped with the line to write, and imported with --quote", async () => {
  using folder = createFolder();
  const skill = join(folder.path, "skills", "review");
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, "SKILL.md"), UNQUOTED);
  writeFileSync(join(skill, "logo.png"), Buffer.from([0x89, 0, 1]));
  const to = join(folder.path, "out");
  const import_ = (...more: string[]) =>
    capstan(join(folder.path, "state"), "import", join(folder.path, "skills"), "--to", to, ...more);

  const refused = await import_();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('line 3 with --quote: description: "Reviews along two axes: one and two"');
  expect(refused.stderr).toContain("skipped skills/review/logo.png: It is not UTF-8 text.");
  expect((await import_("--quote")).code).toBe(0);
  expect(readFileSync(join(to, "review", "SKILL.md"), "utf8")).toContain('description: "Reviews');
});

test("export prints shipped tools in the format of others", async () => {
  using folder = createFolder();
  const state = join(folder.path, "state");
  const exported = await capstan(state, "export", "csv-profile", "capability-authoring", "--format", "openai");
  expect(exported.code).toBe(0);
  expect(JSON.parse(exported.stdout)).toMatchObject([{ type: "function", function: { name: "csv-profile" } }]);
  expect(exported.stderr).toContain("left out capability-authoring: A skill is text for the prompt");
  expect((await capstan(state, "export", "csv-profile")).code).toBe(2);
});
