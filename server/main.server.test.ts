import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { ask, buildServer, call, createFolder, openSession, Program, startServer } from "#server/main/testing";

beforeAll(buildServer);

const HTML = { accept: "text/html" };

/** What an upgrade request is answered: "open", or the refusing status. */
async function upgrade(port: number, headers: Record<string, string>): Promise<string | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws`, { headers });
  const answered = new Promise<string | number>((resolve, reject) => {
    socket.on("open", () => resolve("open"));
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.on("error", reject);
  });
  try {
    return await answered;
  } finally {
    socket.terminate();
  }
}

const ALL = ["--dev-bind", "/", "/"];

function canMount(): boolean {
  return spawnSync("bwrap", [...ALL, "--tmpfs", "/mnt", "true"]).status === 0;
}

/** Starts the server in a mount namespace where /mnt is another disk. */
function startOnDisk(disk: readonly string[]): Program {
  const command = ["bwrap", ...ALL, ...disk, process.execPath, "dist/main.js", "--no-pages"];
  return new Program(command, { CAPSTAN_HOME: "/mnt/state", PORT: "0" });
}

function readToken(stateFolder: string): string {
  const file: unknown = JSON.parse(readFileSync(join(stateFolder, "server.json"), "utf8"));
  return z.object({ token: z.string() }).parse(file).token;
}

describe("the gate", () => {
  test("a foreign Host or Origin gets 403 on pages, procedures and the socket; ours are served", async () => {
    using folder = createFolder();
    await using server = await startServer(folder.path);
    const cookie = await openSession(server);
    const own = `127.0.0.1:${server.port}`;
    const cases: [Record<string, string>, boolean][] = [
      [{ host: "evil.example" }, false],
      [{ host: "evil.example", origin: "http://evil.example" }, false],
      [{ host: own, origin: "http://evil.example" }, false],
      [{ host: own, origin: "null" }, false],
      [{ host: own, origin: `http://localhost:${server.port + 1}` }, false],
      [{ host: `localhost:${server.port}` }, true],
      [{ host: own, origin: `http://${own}` }, true],
      [{ host: `[::1]:${server.port}`, origin: `http://[::1]:${server.port}` }, true],
    ];
    for (const [headers, isServed] of cases) {
      const withSession = { ...headers, cookie };
      const page = await ask(server.port, "/capabilities", { headers: { ...withSession, ...HTML } });
      const procedure = await ask(server.port, "/api/trpc/session.me", { headers: withSession });
      const health = await ask(server.port, "/api/health", { headers });
      const socket = await upgrade(server.port, withSession);
      // This server has no pages, so one that is let through is 404.
      const expected = isServed ? [404, 200, 200, "open"] : [403, 403, 403, 403];
      expect([page.status, procedure.status, health.status, socket], JSON.stringify(headers)).toEqual(expected);
    }
  });

  test("an address that nobody can decode is a 400, not a failure of the server", async () => {
    using folder = createFolder();
    await using server = await startServer(folder.path);
    const cookie = await openSession(server);
    const { status, body } = await ask(server.port, "/capabilities/%E0%A4%A", { headers: { cookie, ...HTML } });
    expect([status, body]).toEqual([400, expect.stringContaining("bad_input")]);
  });

  test("without a session a page is one screen that says how to get one, and everything else is 401", async () => {
    using folder = createFolder();
    await using server = await startServer(folder.path);
    const page = await ask(server.port, "/capabilities", { headers: HTML });
    expect(page.status).toBe(401);
    expect(page.body).toContain("npx capstan open");
    expect(page.body).not.toContain("<script");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    const refused = { status: 401, problem: expect.objectContaining({ code: "unauthenticated" }) };
    expect(await call(server, "catalog.get", { headers: {} })).toMatchObject(refused);
    expect(await call(server, "catalog.get", { headers: { authorization: "Bearer wrong" } })).toMatchObject(refused);
    expect(await upgrade(server.port, {})).toBe(401);
    expect((await ask(server.port, "/_next/static/chunk.js")).status).toBe(401);
    expect((await ask(server.port, "/api/anything")).status).toBe(401);
  });

  test("the printed token opens one session, which lasts over a restart and ends at sign-out", async () => {
    using folder = createFolder();
    let cookie: string;
    let port: number;
    {
      await using server = await startServer(folder.path);
      port = server.port;
      const first = await ask(port, `/?token=${server.token}`, { headers: HTML });
      expect(first.status).toBe(303);
      expect(first.headers.location).toBe("/");
      expect(first.headers["set-cookie"]?.[0]).toMatch(/; HttpOnly; SameSite=Strict$/);
      cookie = first.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
      const again = await ask(port, `/?token=${server.token}`, { headers: HTML });
      expect(again.status).toBe(401);
      expect(again.body).toContain("used already");
      // Who has a session is led on by an old address.
      expect((await ask(port, `/?token=${server.token}`, { headers: { ...HTML, cookie } })).status).toBe(303);
      await server.program.stop();
    }
    await using server = await startServer(folder.path, { PORT: String(port) });
    expect((await call(server, "session.me", { headers: { cookie } })).status).toBe(200);
    await call(server, "session.signOut", { headers: { cookie }, isMutation: true });
    expect((await call(server, "session.me", { headers: { cookie } })).status).toBe(401);
  });

  test("health and readiness are open and say nothing else", async () => {
    using folder = createFolder();
    await using server = await startServer(folder.path);
    const health = await ask(server.port, "/api/health");
    expect(JSON.parse(health.body)).toEqual({ process: "up", instanceId: expect.any(String) });
    const ready = await ask(server.port, "/api/ready");
    expect([ready.status, JSON.parse(ready.body)]).toEqual([200, { database: true, registry: true }]);
    expect(ready.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("the command line's token reads and opens sessions but promotes, admits and changes nothing", async () => {
    using folder = createFolder();
    await using server = await startServer(folder.path);
    expect(statSync(join(folder.path, "server.json")).mode & 0o777).toBe(0o600);
    const headers = { authorization: `Bearer ${readToken(folder.path)}` };
    expect((await call(server, "catalog.get", { headers })).status).toBe(200);
    const digest = "0".repeat(64);
    const refused: [string, unknown][] = [
      ["review.approve", { id: "s1" }],
      ["review.reject", { id: "s1" }],
      ["review.trustDigest", { name: "log-triage", digest }],
      ["review.demote", { digest }],
      ["review.submit", { name: "log-triage" }],
      ["draft.save", { name: "log-triage", revision: 0, changes: [] }],
      ["settings.admitRoot", { path: "/tmp" }],
      ["settings.setModel", { connection: null }],
      ["settings.addRoot", { path: "/tmp" }],
      ["run.start", { message: "hello", allowDrafts: true }],
    ];
    for (const [procedure, input] of refused) {
      const answer = await call(server, procedure, { headers, input, isMutation: true });
      expect([procedure, answer.status, answer.problem]).toEqual([
        procedure,
        403,
        expect.objectContaining({ code: "forbidden", next: expect.any(String) }),
      ]);
    }
    const opened = await call(server, "session.open", { headers, isMutation: true });
    const { address } = z.object({ address: z.string() }).parse(opened.data);
    expect((await ask(server.port, new URL(address).pathname + new URL(address).search)).status).toBe(303);
  });

  test("a request larger than the limit is a sentence, not a broken connection", async () => {
    using folder = createFolder();
    await using server = await startServer(folder.path);
    const cookie = await openSession(server);
    const answer = await call(server, "run.start", {
      headers: { cookie },
      input: { message: "x".repeat(43 * 1024 * 1024) },
      isMutation: true,
    });
    expect(answer).toMatchObject({ status: 413, problem: { code: "too_large" } });
  });
});

describe("starting", () => {
  test("a second server on one state prints the first one's address and exits 3", async () => {
    using folder = createFolder();
    await using server = await startServer(folder.path);
    const second = new Program([process.execPath, "dist/main.js", "--no-pages"], {
      CAPSTAN_HOME: folder.path,
      PORT: "0",
    });
    const { code, stdout } = await second.exit;
    expect(code).toBe(3);
    expect(stdout).toContain(`http://127.0.0.1:${server.port}`);
    expect((await ask(server.port, "/api/health")).status).toBe(200);
  });

  test("a stopped server removes server.json; one that was killed leaves it and the next start takes over", async () => {
    using folder = createFolder();
    const file = join(folder.path, "server.json");
    await using first = await startServer(folder.path);
    expect((await first.program.stop("SIGTERM")).code).toBe(0);
    expect(existsSync(file)).toBe(false);
    await using second = await startServer(folder.path);
    await second.program.stop("SIGKILL");
    expect(existsSync(file)).toBe(true);
    await using third = await startServer(folder.path);
    expect((await ask(third.port, "/api/ready")).status).toBe(200);
  });

  test("a taken port is one sentence that names another one", async () => {
    using folder = createFolder();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code, stderr } = await new Program([process.execPath, "dist/main.js", "--no-pages"], {
      CAPSTAN_HOME: folder.path,
      PORT: String(port),
    }).exit;
    other.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is taken by another program\. .*PORT=\d+ npm start\n$/);
    expect(existsSync(join(folder.path, "server.json"))).toBe(false);
  });

  test.each([
    [["--port", "x"], {}, /--port x is not a port/],
    [["--nonsense"], {}, /nonsense/],
    [[], { PORT: "70000" }, /PORT/],
    [[], { HOST: "203.0.113.1" }, /203\.0\.113\.1 is not an address of this machine/],
  ])("a wrong flag or variable (%j %j) is usage: exit 2", async (args, env, sentence) => {
    using folder = createFolder();
    const { code, stderr } = await new Program([process.execPath, "dist/main.js", "--no-pages", ...args], {
      CAPSTAN_HOME: folder.path,
      PORT: "0",
      ...env,
    }).exit;
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  // A real small or read-only disk: a tmpfs of its own. Where bubblewrap cannot make one these two are reported as skipped.
  test.runIf(canMount())("a read-only disk is one sentence with the way out", async () => {
    const { code, stderr } = await startOnDisk(["--size", "1000000", "--tmpfs", "/mnt", "--remount-ro", "/mnt"]).exit;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Capstan cannot write its state to \/mnt\/state\. .*CAPSTAN_HOME=.*\n$/);
  });

  test.runIf(canMount())("a full disk is one sentence that says nothing is lost", async () => {
    const { code, stderr } = await startOnDisk(["--size", "60000", "--tmpfs", "/mnt"]).exit;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The disk that holds \/mnt\/state is full; .*\n$/);
  });

  test("a state folder that cannot be written is one sentence with the way out", async () => {
    using folder = createFolder();
    const file = join(folder.path, "a-file");
    writeFileSync(file, "");
    const { code, stderr } = await new Program([process.execPath, "dist/main.js", "--no-pages"], {
      CAPSTAN_HOME: join(file, "state"),
      PORT: "0",
    }).exit;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Capstan cannot write its state to .*CAPSTAN_HOME=.*\n$/);
  });
});
