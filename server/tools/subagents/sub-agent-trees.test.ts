import { expect, test } from "vitest";
import { compileProblem } from "#server/capability/validate-json";
import { DEFAULT_TOOLS } from "#server/tree/default-tools";
import { createCoderProvider } from "./coder-provider";
import { createSubAgentTrees } from "./create-sub-agent-trees";
import { createMediaProvider } from "./media-provider";

const providers = [createMediaProvider(), createCoderProvider()];
const signal = () => AbortSignal.timeout(1_000);

test.each(providers.map((provider) => [provider.agentType(), provider] as const))(
  "the tools of %s are those of its group and scope in the tree, in its order, with a schema that compiles",
  (agentType, provider) => {
    const nodes = DEFAULT_TOOLS.filter(({ parent }) => parent === provider.subTreeGroupId());
    expect(provider.toolDefs().map(({ name }) => name)).toEqual(nodes.map(({ name }) => name));
    expect(nodes.map(({ metadata }) => metadata.runtime?.subagent_scope)).toEqual(nodes.map(() => agentType));
    expect(provider.toolDefs().map(({ inputSchema }) => compileProblem(inputSchema))).toEqual(nodes.map(() => null));
  },
);

test.each(providers.flatMap((provider) => provider.toolDefs().map(({ name }) => [name, provider] as const)))(
  "%s answers what is missing, in the words of the tree",
  async (name, provider) => {
    const node = DEFAULT_TOOLS.find((candidate) => candidate.name === name);
    expect(await provider.executeTool({ name, input: {} }, signal())).toEqual({
      kind: "failed",
      problem: {
        code: "disabled",
        message: `${name} cannot run: ${node?.disabled?.reason}`,
        next: node?.disabled?.enabledBy,
      },
    });
  },
);

test("a tool of somebody else is a failed result, not a throw", async () => {
  const result = await createMediaProvider().executeTool({ name: "propose_plan", input: {} }, signal());
  expect(result).toMatchObject({
    kind: "failed",
    problem: { code: "not_found", next: expect.stringContaining("trending_topics") },
  });
});

test("a type is found once registered, and a second provider of its type or group is refused", () => {
  const trees = createSubAgentTrees();
  expect(trees.subAgentTreeFor("media")).toBeUndefined();
  const media = createMediaProvider();
  trees.registerSubAgentTree(media);
  expect(trees.subAgentTreeFor("media")).toBe(media);
  const sameGroup = { ...createCoderProvider(), subTreeGroupId: () => "subagent_trees/media" };
  for (const again of [createMediaProvider(), sameGroup]) {
    expect(() => trees.registerSubAgentTree(again)).toThrow(expect.objectContaining({ code: "conflict" }));
  }
  expect(trees.subAgentTreeFor("coder")).toBeUndefined();
});
