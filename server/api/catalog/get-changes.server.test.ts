import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTRPCClient, httpLink } from "@trpc/client";
import { beforeAll, expect, test } from "vitest";
import { applyChanges } from "#components/api/apply-changes";
import { buildServer, createFolder, openSession, startServer } from "#server/main/testing";
import type { AppRouter } from "../router";

beforeAll(buildServer);

function write(root: string, name: string, more = ""): void {
  mkdirSync(join(root, name, "impl"), { recursive: true });
  writeFileSync(join(root, name, "impl", "run.mjs"), "// nothing\n");
  writeFileSync(
    join(root, name, "CAPABILITY.yaml"),
    `name: ${name}\nversion: 0.1.0\ndescription: Does ${name}.\n${more}`,
  );
}

test("what changed, put into the catalog that was held, is the catalog that would be read", async () => {
  using folder = createFolder();
  const root = join(folder.path, "team");
  for (const name of ["one", "two", "three"]) write(root, name);
  await using server = await startServer(join(folder.path, "state"), { CAPSTAN_ROOTS: root });
  const cookie = await openSession(server);
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `http://127.0.0.1:${server.port}/api/trpc`, headers: { cookie } })],
  });
  await client.settings.admitRoot.mutate({ path: root });
  let held = await client.catalog.get.query();

  const steps: (() => unknown)[] = [
    () => write(root, "two", "tree: { group: fs, policy: { policy_groups: [group:own] } }\n"),
    () => write(root, "four", "tree: { group: a/new/place }\n"),
    () => rmSync(join(root, "one"), { recursive: true }),
    () => write(root, "three", "description: [\n"),
    () => client.draft.create.mutate({ name: "only-a-draft", type: "tool", description: "Only a draft has it." }),
    () => undefined,
  ];
  for (const step of steps) {
    await step();
    await client.catalog.reload.mutate();
    const changes = await client.catalog.changes.query({ since: held.version });
    if (changes.kind !== "changes") throw new Error("The whole was sent.");
    held = applyChanges(held, changes);
    const read = await client.catalog.get.query();
    expect({ ...held, loadedAt: 0 }).toEqual({ ...read, loadedAt: 0 });
    const countPut = (patch: readonly object[]) =>
      patch.reduce((sum, part) => sum + ("put" in part && Array.isArray(part.put) ? part.put.length : 0), 0);
    expect(countPut(changes.nodes) + countPut(changes.entries)).toBeLessThan(8);
  }
});

test("a version that is not remembered is answered with the whole", async () => {
  using folder = createFolder();
  await using server = await startServer(join(folder.path, "state"));
  const cookie = await openSession(server);
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `http://127.0.0.1:${server.port}/api/trpc`, headers: { cookie } })],
  });
  const changes = await client.catalog.changes.query({ since: "another server's" });
  expect(changes.kind).toBe("whole");
  expect(changes.entries.length).toBeGreaterThan(5);
});
