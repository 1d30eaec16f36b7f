import { beforeAll, describe, expect, test } from "vitest";
import { agentFolderOf, buildServer, createFolder, Program, startServer } from "#server/main/testing";

beforeAll(buildServer);

/** Many processes one after the other, on a machine that may be busy. */
const LONG_MS = 180_000;

function capstan(stateFolder: string, ...args: string[]) {
  const program = new Program([process.execPath, "bin/capstan.mjs", ...args], {
    CAPSTAN_HOME: stateFolder,
    PI_AGENT_DIR: agentFolderOf(stateFolder),
  });
  return program.exit;
}

/** Seed 004's example, to the byte. */
const SUBTREES = `{
  "subtrees": [
    {
      "agent_type": "media",
      "group_id": "subagent_trees/media",
      "tool_count": 4,
      "tool_names": ["trending_topics", "content_compose", "media_publish", "social_interact"],
      "registered": true
    },
    {
      "agent_type": "coder",
      "group_id": "subagent_trees/coder",
      "tool_count": 2,
      "tool_names": ["propose_plan", "report_heartbeat"],
      "registered": true
    }
  ]
}
`;

/** Everything a script may ask about the tree, with its exit code. */
const ASKED: [string[], number][] = [
  [["subtrees", "--json"], 0],
  [["groups", "--json"], 0],
  [["describe", "bash"], 0],
  [["tree", "subagent_trees", "--json"], 0],
  [["tree", "--views", "--tier", "question", "--scope", "media"], 0],
  [["validate", "--json"], 0],
  [["codegen", "--status", "--json"], 0],
  [["diagnose", "bash", "--json"], 1],
  [["tree", "nowhere"], 2],
  [["describe", "Bash"], 2],
];

describe("the commands about the tree", () => {
  test(
    "print the seed's shapes, with exit codes, the same with and without a server",
    async () => {
      using folder = createFolder();
      const ask = () => Promise.all(ASKED.map(([args]) => capstan(folder.path, ...args)));
      const embedded = await ask();
      await using _server = await startServer(folder.path);
      const remote = await ask();
      expect(embedded.map(({ code }) => code)).toEqual(ASKED.map(([, code]) => code));
      expect(remote.map(({ code, stdout }) => [code, stdout])).toEqual(
        embedded.map(({ code, stdout }) => [code, stdout]),
      );
      expect(embedded[0]?.stdout).toBe(SUBTREES);
      expect(JSON.parse(embedded[1]?.stdout ?? "")).toMatchObject({ totals: { static: 33, scoped: 6 } });
      expect(JSON.parse(embedded[5]?.stdout ?? "")).toMatchObject({ valid: true, findings: [] });
      expect(embedded[9]?.stderr).toContain("Did you mean bash?");
    },
    LONG_MS,
  );
});
