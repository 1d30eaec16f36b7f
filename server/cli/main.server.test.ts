import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  agentFolderOf,
  buildServer,
  createFolder,
  type Exit,
  openSession,
  Program,
  startServer,
  trust,
} from "#server/main/testing";
import { startModelServer } from "../../e2e/model-server";

beforeAll(buildServer);

/** Many processes one after the other, on a machine that may be busy. */
const LONG_MS = 180_000;

const CAPABILITY = "cron-explain";
const INPUT = JSON.stringify({ expression: "0 9 * * 1-5" });

/** Runs `capstan` to its end on a state. */
function capstan(stateFolder: string, ...args: string[]): Promise<Exit> {
  return startCapstan(stateFolder, args).exit;
}

function startCapstan(stateFolder: string, args: string[], environment: Record<string, string> = {}): Program {
  return new Program([process.execPath, "bin/capstan.mjs", ...args], {
    CAPSTAN_HOME: stateFolder,
    PI_AGENT_DIR: agentFolderOf(stateFolder),
    ...environment,
  });
}

/** A capability of the user's own root, which needs no admission and which nobody trusts. */
function writeDraft(stateFolder: string, name: string): void {
  const folder = join(agentFolderOf(stateFolder), "capability", "capabilities", name);
  mkdirSync(join(folder, "impl"), { recursive: true });
  writeFileSync(join(folder, "CAPABILITY.yaml"), `name: ${name}\ndescription: Turns a text into capital letters.\n`);
  writeFileSync(join(folder, "impl", "run.mjs"), "");
}

const lines = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

describe.each(["embedded", "with a server"])("the command line, %s", (mode) => {
  test(
    "lists, searches, runs, tests and asks on one state, with exit codes a script can use",
    async () => {
      using folder = createFolder();
      await trust(folder.path, CAPABILITY);
      await using _server = mode === "embedded" ? null : await startServer(folder.path);

      const list = await capstan(folder.path, "ls", "--json");
      expect(list.code).toBe(0);
      expect(JSON.parse(list.stdout)).toContainEqual(expect.objectContaining({ name: CAPABILITY, state: "trusted" }));

      const found = await capstan(folder.path, "search", "when does this schedule fire", "--json");
      const hits = z.array(z.object({ hit: z.object({ name: z.string() }) })).parse(JSON.parse(found.stdout));
      expect(hits[0]?.hit.name).toBe(CAPABILITY);

      const ran = await capstan(folder.path, "run", CAPABILITY, "--input", INPUT, "--json");
      expect([ran.code, JSON.parse(ran.stdout)]).toEqual([
        0,
        expect.objectContaining({
          ok: true,
          output: expect.objectContaining({ en: "At 09:00, on Monday to Friday." }),
        }),
      ]);

      const file = join(folder.path, "input.json");
      writeFileSync(file, INPUT);
      const fromFile = await capstan(folder.path, "run", CAPABILITY, "--input", `@${file}`);
      expect([fromFile.code, fromFile.stdout]).toEqual([0, expect.stringContaining("At 09:00")]);

      const tested = await capstan(folder.path, "test", CAPABILITY, "--json");
      expect(tested.code).toBe(0);
      expect(lines(tested.stdout).every((line) => (line as { kind: string }).kind === "passed")).toBe(true);

      const asked = await capstan(folder.path, "loop", "--json", "Explain the cron schedule `0 9 * * 1-5`");
      expect(asked.code).toBe(0);
      const events = z.array(z.looseObject({ seq: z.number(), type: z.string() })).parse(lines(asked.stdout));
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.at(-1)).toMatchObject({ type: "result", payload: { success: true, finished: true } });
    },
    LONG_MS,
  );

  test(
    "refusals, usage and failures have their own exit codes and a sentence",
    async () => {
      using folder = createFolder();
      await trust(folder.path, CAPABILITY);
      writeDraft(folder.path, "shout");
      await using server = mode === "embedded" ? null : await startServer(folder.path);
      const cases: [string[], number, RegExp][] = [
        [["run", "shout", "--input", "{}"], 3, /shout is a draft/],
        [["run", CAPABILITY, "--input", '{"expression": 1}'], 2, /expression must be a string/],
        [["run", "no-such-thing"], 2, /There is no capability named no-such-thing/],
        [["run", "semver-range", "--input", "{broken"], 2, /--input is not JSON/],
        [["run", "semver-range", "--input", "@/no/such/file"], 2, /cannot be read/],
        [["run"], 2, /needs the name/],
        [["search"], 2, /needs a text/],
        [["loop"], 2, /needs a message/],
        [["dance"], 2, /no command dance/],
        [["ls", "--nonsense"], 2, /nonsense/],
        [["open"], server === null ? 1 : 0, server === null ? /No server runs/ : /token=/],
      ];
      const answers = await Promise.all(cases.map(([args]) => capstan(folder.path, ...args)));
      expect(answers.map(({ code }) => code)).toEqual(cases.map(([, code]) => code));
      for (const [index, [, , sentence]] of cases.entries()) {
        expect(`${answers[index]?.stdout}${answers[index]?.stderr}`).toMatch(sentence);
      }
    },
    LONG_MS,
  );

  test(
    "Ctrl-C cancels the run, waits for its end and fails",
    async () => {
      using folder = createFolder();
      await using model = await startModelServer([{ kind: "hang" }]);
      const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-cli" };
      await using _server = mode === "embedded" ? null : await startServer(folder.path, environment);
      const asking = startCapstan(folder.path, ["loop", "--json", "hello there, what is this?"], environment);
      await model.waitForQuestions(1);
      const { code, stdout } = await asking.stop("SIGINT");
      expect(code).toBe(1);
      expect(lines(stdout).at(-1)).toMatchObject({ type: "result", payload: { success: false, finished: true } });
    },
    LONG_MS,
  );
});

test("doctor says what answers, at which level and from which roots", async () => {
  using folder = createFolder();
  await using server = await startServer(folder.path);
  const { code, stdout } = await capstan(folder.path, "doctor", "--json");
  const diagnosis = z
    .looseObject({ server: z.string(), sandbox: z.looseObject({ level: z.string() }), roots: z.array(z.unknown()) })
    .parse(JSON.parse(stdout));
  expect(diagnosis.server).toBe(`http://127.0.0.1:${server.port}`);
  expect(diagnosis.roots.length).toBeGreaterThan(0);
  expect(code).toBe(["os", "node-net"].includes(diagnosis.sandbox.level) ? 0 : 1);
});

test("open prints an address that opens a session", async () => {
  using folder = createFolder();
  await using server = await startServer(folder.path);
  const { stdout } = await capstan(folder.path, "open");
  const token = new URL(stdout.trim()).searchParams.get("token") ?? "";
  expect(await openSession({ port: server.port, token })).toContain("capstan_session_");
});
