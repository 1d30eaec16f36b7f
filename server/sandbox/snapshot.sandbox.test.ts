import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, link, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readCapabilityFolder } from "./capability-folder";
import { writeSnapshot } from "./snapshot";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstan-snapshot-"));
});
afterEach(async () => {
  execFileSync("chmod", ["-R", "u+w", folder]);
  await rm(folder, { recursive: true, force: true });
});

const toFiles = (files: Record<string, string | Uint8Array>) =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === "string" ? Buffer.from(content) : content,
    ]),
  );

async function write(path: string, content: string | Uint8Array = "x"): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

describe("a snapshot", () => {
  test("holds the files read-only under a name made of digest and bytes", async () => {
    const result = await writeSnapshot(
      folder,
      "sha256:abc",
      toFiles({ "impl/run.mjs": "code", "prompts/a.md": "text" }),
    );
    if (result.kind === "refused") throw new Error(result.message);
    const { snapshot } = result;
    expect(snapshot.digest).toBe("sha256:abc");
    expect(snapshot.folder).toMatch(/\/sha256-abc-[0-9a-f]{16}$/);
    expect(await readFile(join(snapshot.folder, "impl/run.mjs"), "utf8")).toBe("code");
    expect((await lstat(join(snapshot.folder, "impl/run.mjs"))).mode & 0o777).toBe(0o444);
    expect((await lstat(join(snapshot.folder, "impl"))).mode & 0o777).toBe(0o555);
  });

  test("written twenty times at once is one folder, and nothing is left beside it", async () => {
    const files = toFiles({ "impl/run.mjs": "code", "a/b/c.txt": "deep" });
    const results = await Promise.all(Array.from({ length: 20 }, () => writeSnapshot(folder, "d", files)));
    expect(new Set(results.map((result) => (result.kind === "ok" ? result.snapshot.folder : result.code))).size).toBe(
      1,
    );
    expect(await readdir(folder)).toHaveLength(1);
  });

  test.each(["changed", "added", "removed"])("whose folder was %s by hand is written again", async (how) => {
    const files = toFiles({ "impl/run.mjs": "code", "b.txt": "b" });
    const first = await writeSnapshot(folder, "d", files);
    if (first.kind === "refused") throw new Error(first.message);
    const place = first.snapshot.folder;
    execFileSync("chmod", ["-R", "u+w", place]);
    if (how === "changed") await writeFile(join(place, "impl/run.mjs"), "evil");
    if (how === "added") await writeFile(join(place, "impl/more.mjs"), "evil");
    if (how === "removed") await rm(join(place, "b.txt"));
    expect(await writeSnapshot(folder, "d", files)).toEqual(first);
    expect(await readFile(join(place, "impl/run.mjs"), "utf8")).toBe("code");
    expect((await readdir(place, { recursive: true })).sort()).toEqual(["b.txt", "impl", "impl/run.mjs"]);
    expect(await readdir(folder)).toHaveLength(1);
  });

  test.each([
    ["a path that leads out", { "../x": "" }, "E_SNAPSHOT_NAME"],
    ["an absolute path", { "/etc/x": "" }, "E_SNAPSHOT_NAME"],
    ["a dot as a part", { "a/./b": "" }, "E_SNAPSHOT_NAME"],
    ["a space", { "a b": "" }, "E_SNAPSHOT_NAME"],
    ["a comma, which Node's grants read as two", { "a,b": "" }, "E_SNAPSHOT_NAME"],
    ["an empty part", { "a//b": "" }, "E_SNAPSHOT_NAME"],
    ["an addon", { "x.node": "" }, "E_SNAPSHOT_TYPE"],
    ["node_modules", { "node_modules/x/index.js": "" }, "E_SNAPSHOT_TYPE"],
    ["more than 5 MiB", { a: new Uint8Array(5 * 1_048_576), b: "x" }, "E_SNAPSHOT_SIZE"],
    ["201 files", Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, ""])), "E_SNAPSHOT_SIZE"],
  ])("refuses %s", async (_name, files: Record<string, string | Uint8Array>, code) => {
    expect(await writeSnapshot(folder, "d", toFiles(files))).toMatchObject({ kind: "refused", code });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a capability's folder", () => {
  test("is read whole, by paths with slashes", async () => {
    await write("CAPABILITY.yaml", "name: x");
    await write("impl/run.mjs", "code");
    const result = await readCapabilityFolder(folder);
    if (result.kind === "refused") throw new Error(result.message);
    expect([...result.files].map(([path, content]) => [path, Buffer.from(content).toString()])).toEqual([
      ["CAPABILITY.yaml", "name: x"],
      ["impl/run.mjs", "code"],
    ]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ["a symbolic link to a file", () => symlink("/etc/passwd", join(folder, "x")), "E_SNAPSHOT_SYMLINK"],
    ["a symbolic link to a folder", () => symlink("/etc", join(folder, "x")), "E_SNAPSHOT_SYMLINK"],
    ["a dangling symbolic link", () => symlink("/nowhere", join(folder, "x")), "E_SNAPSHOT_SYMLINK"],
    ["a socket", () => once(createServer().listen(join(folder, "x")).unref(), "listening"), "E_SNAPSHOT_TYPE"],
    ["an addon", () => write("x.node"), "E_SNAPSHOT_TYPE"],
    ["node_modules", () => write("node_modules/x/index.js"), "E_SNAPSHOT_TYPE"],
    ["an odd name", () => write("a b"), "E_SNAPSHOT_NAME"],
    ["more than 5 MiB", () => write("x", new Uint8Array(5 * 1_048_576 + 1)), "E_SNAPSHOT_SIZE"],
  ])("with %s is refused by name", async (_name, prepare, code) => {
    await write("CAPABILITY.yaml");
    await prepare();
    const result = await readCapabilityFolder(folder);
    expect(result).toMatchObject({ kind: "refused", code });
  });

  test("with a hard link is refused", async () => {
    await write("one");
    await link(join(folder, "one"), join(folder, "two"));
    expect(await readCapabilityFolder(folder)).toMatchObject({
      code: "E_SNAPSHOT_HARDLINK",
      message: expect.stringContaining("one"),
    });
  });

  test("with 201 files is refused", async () => {
    await Promise.all(Array.from({ length: 201 }, (_, index) => write(`f${index}`)));
    expect(await readCapabilityFolder(folder)).toMatchObject({ code: "E_SNAPSHOT_SIZE" });
  });

  test("that is itself reached by a link is read as what it leads to", async () => {
    await write("inner/CAPABILITY.yaml", "name: x");
    await symlink(join(folder, "inner"), join(folder, "link"));
    expect(await readCapabilityFolder(join(folder, "link"))).toMatchObject({ kind: "ok" });
  });

  test("that is absent throws what the file system says", async () => {
    await expect(readCapabilityFolder(join(folder, "absent"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

test("a state folder that cannot be written throws", async () => {
  await writeFile(join(folder, "file"), "");
  await chmod(join(folder, "file"), 0o444);
  await expect(writeSnapshot(join(folder, "file"), "d", toFiles({ a: "" }))).rejects.toThrow();
});
