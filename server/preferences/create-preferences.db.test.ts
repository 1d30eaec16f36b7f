import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findAudit } from "#server/audit/record-audit";
import { loadSettings, type SettingsFlags } from "#server/settings";
import { openTestStore, type TestStore } from "#server/store/testing";
import { createPreferences } from "./create-preferences";

const KEY = "sk-a-key-that-must-stay-here";

async function open(store: TestStore, environment: Record<string, string> = {}, flags: SettingsFlags = {}) {
  const connected: (string | null)[] = [];
  const preferences = await createPreferences({
    store,
    settings: loadSettings(
      {
        NODE_ENV: "test",
        PI_AGENT_DIR: join(store.folder, "agent"),
        CAPSTAN_HOME: join(store.folder, "state"),
        ...environment,
      },
      flags,
    ),
    rootStatuses: () => [],
    onRootsChange: async () => {},
    onModelChange: (connection) => connected.push(connection?.name ?? null),
    onMcpServersChange: async () => {},
  });
  return { preferences, connected };
}

function folder(store: TestStore, name: string): string {
  const path = join(store.folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

describe("the model", () => {
  test("a model chosen here lies over the environment's, lasts, and null goes back", async () => {
    await using store = await openTestStore();
    const environment = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", CAPSTAN_MODEL: "from-environment" };
    const { preferences, connected } = await open(store, environment);
    expect((await preferences.effective()).model).toMatchObject({
      value: { name: "from-environment" },
      source: { from: "environment", name: "OPENAI_BASE_URL" },
    });
    await preferences.setModel({ baseUrl: "http://127.0.0.1:2/v1", apiKey: KEY, name: "chosen" }, "owner");

    const again = await open(store, environment);
    const { model } = await again.preferences.effective();
    expect(model).toEqual({
      value: { baseUrl: "http://127.0.0.1:2/v1", name: "chosen", hasApiKey: true },
      source: { from: "settings" },
    });
    expect(again.preferences.model()?.apiKey).toBe(KEY);
    await preferences.setModel(null, "owner");
    expect(connected).toEqual(["chosen", "from-environment"]);
  });

  test("a key that is left out stays with its address and does not travel to another one", async () => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    await preferences.setModel({ baseUrl: "http://127.0.0.1:2/v1", apiKey: KEY, name: "one" }, "owner");
    await preferences.setModel({ baseUrl: "http://127.0.0.1:2/v1", name: "two" }, "owner");
    expect(preferences.model()?.apiKey).toBe(KEY);
    await preferences.setModel({ baseUrl: "http://127.0.0.1:3/v1", name: "two" }, "owner");
    expect(preferences.model()?.apiKey).toBeNull();
  });

  test("no key reaches the audit log", async () => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    await preferences.setModel({ baseUrl: "http://127.0.0.1:2/v1", apiKey: KEY, name: "one" }, "owner");
    const lines = await findAudit(store, { limit: 10 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ actor: "owner", action: "settings.change", subject: "model" });
    expect(JSON.stringify(lines)).not.toContain(KEY);
  });
});

describe("roots and project", () => {
  test("a root is added, admitted, dismissed and removed, each on record", async () => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    const path = folder(store, "team");
    await preferences.addRoot(path, "owner");
    expect((await preferences.roots()).find((root) => root.path === path)).toMatchObject({
      layer: "L2",
      origin: "settings",
    });
    await expect(preferences.addRoot(path, "owner")).rejects.toMatchObject({ code: "conflict" });
    await preferences.admitRoot(path, "owner");
    await preferences.dismissRoot(path, "owner");
    await preferences.removeRoot(path, "owner");
    expect((await preferences.roots()).some((root) => root.path === path)).toBe(false);
    const actions = (await findAudit(store, { limit: 10 })).map(({ action }) => action).sort();
    expect(actions).toEqual(["root.admit", "root.dismiss", "settings.change", "settings.change"]);
  });

  test.each([
    ["relative/path", "bad_input"],
    ["/no/such/folder/anywhere", "bad_input"],
  ])("%s is refused as a root", async (path, code) => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    await expect(preferences.addRoot(path, "owner")).rejects.toMatchObject({ code });
  });

  test("no root lies inside the state folder", async () => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    await expect(preferences.addRoot(folder(store, "state/roots"), "owner")).rejects.toMatchObject({
      code: "bad_input",
    });
  });

  test("a root of a variable cannot be removed here and says where it comes from", async () => {
    await using store = await openTestStore();
    const path = folder(store, "shared");
    const { preferences } = await open(store, { CAPSTAN_ROOTS: path });
    await expect(preferences.removeRoot(path, "owner")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("CAPSTAN_ROOTS"),
    });
  });

  test("a project chosen here brings its roots; one named at start stays", async () => {
    await using store = await openTestStore();
    const path = folder(store, "project");
    const { preferences } = await open(store);
    await preferences.setProject(path, "owner");
    expect((await preferences.effective()).project).toEqual({ value: path, source: { from: "settings" } });
    expect((await preferences.roots()).map((root) => root.path)).toContain(join(path, ".capstan/capabilities"));

    const named = await open(store, {}, { project: folder(store, "other") });
    expect((await named.preferences.effective()).project.source).toEqual({ from: "flag", name: "--project" });
    await expect(named.preferences.setProject(path, "owner")).rejects.toMatchObject({ code: "conflict" });
  });
});

test.each([
  ["api.example.com", "api.example.com"],
  [" API.Example.com:8443 ", "api.example.com:8443"],
  ["127.0.0.1:9", "127.0.0.1:9"],
  ["[::1]:9", "[::1]:9"],
])("the host %s is kept as %s", async (host, kept) => {
  await using store = await openTestStore();
  const { preferences } = await open(store);
  await preferences.setHttpHosts([host], "owner");
  expect(preferences.httpHosts()).toEqual([kept]);
});

test.each(["https://api.example.com", "api.example.com/path", "", "a b", "-x"])("%j is no host name", async (host) => {
  await using store = await openTestStore();
  const { preferences } = await open(store);
  await expect(preferences.setHttpHosts([host], "owner")).rejects.toMatchObject({ code: "bad_input" });
});

describe("MCP servers", () => {
  const server = { name: "notes", command: "npx", args: ["notes"], env: { API_TOKEN: KEY, MODE: "quiet" } };

  test("a server lasts with its values, which reach no audit line; a name alone keeps a value", async () => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    await preferences.saveMcpServer(server, "owner");
    const [saved] = preferences.mcpServers();
    if (!saved) throw new Error("Nothing was saved.");
    await preferences.acceptMcpTools(saved, [{ name: "add", fingerprint: "f" }], "owner");
    const again = await open(store);
    expect(again.preferences.mcpServers()).toEqual([
      { ...server, savedBy: "owner", accepted: [{ name: "add", fingerprint: "f" }] },
    ]);
    expect(again.preferences.mcpSecrets()).toEqual([KEY]);
    expect(JSON.stringify(await findAudit(store, { limit: 9 }))).not.toContain(KEY);

    // Nothing changed: what was accepted stays.
    const unchanged = { ...server, env: { API_TOKEN: null, MODE: null } };
    await again.preferences.saveMcpServer(unchanged, "owner");
    expect(again.preferences.mcpServers()[0]?.accepted).toHaveLength(1);
    await again.preferences.saveMcpServer({ ...server, env: { API_TOKEN: null } }, "owner");
    expect(again.preferences.mcpServers()).toEqual([
      { ...server, env: { API_TOKEN: KEY }, savedBy: "owner", accepted: null },
    ]);
    await again.preferences.removeMcpServer("notes", "owner");
    expect(again.preferences.mcpServers()).toEqual([]);
  });

  test("what is accepted of a server that was replaced meanwhile counts for nobody", async () => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    await preferences.saveMcpServer(server, "owner");
    const [before] = preferences.mcpServers();
    await preferences.saveMcpServer({ ...server, args: ["others"] }, "owner");
    if (!before) throw new Error("Nothing was saved.");
    expect(await preferences.acceptMcpTools(before, [{ name: "add", fingerprint: "f" }], "owner")).toBe(before);
    expect(preferences.mcpServers()[0]?.accepted).toBeNull();
  });

  test.each([
    ["a name with a capital", { name: "Notes" }, /is no name for a server/],
    ["no command", { command: " " }, /command is empty/],
    ["a variable that is no name", { env: { "A B": "1" } }, /is no name for a variable/],
    ["a value that nobody stored", { env: { OTHER: null } }, /OTHER needs a value: no value is stored/],
    ["a stored value for another program", { command: "uvx", env: { API_TOKEN: null } }, /stays with the program/],
  ])("%s is refused", async (_, changes, message) => {
    await using store = await openTestStore();
    const { preferences } = await open(store);
    await preferences.saveMcpServer(server, "owner");
    await expect(preferences.saveMcpServer({ ...server, ...changes }, "owner")).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringMatching(message),
    });
  });
});
