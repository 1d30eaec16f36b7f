import { expect, expectState, signIn, test } from "./fixtures";

const BROKEN = `name: broken-yaml
version: 0.1.0
description: Its contract cannot be read.
contract:
  input: { type: object
  output: { type: object }
`;
const toContract = (name: string, input = "{ type: object, properties: {} }") => `name: ${name}
version: 0.1.0
description: A capability of the journey named ${name}.
when: The journey asks for ${name}.
contract:
  input: ${input}
  output: { type: object }
`;
const READ_INPUT = `import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { input } = JSON.parse((await lines.next()).value);
`;

test("broken YAML is listed with its place and reason, and hides nothing else", async ({ page, app }) => {
  app.writeCapability("broken-yaml", { "CAPABILITY.yaml": BROKEN });
  app.writeCapability("sound", { "CAPABILITY.yaml": toContract("sound"), "impl/run.mjs": READ_INPUT });
  await app.admitProject();
  await signIn(page, app);
  await page.getByRole("button", { name: "Open all groups" }).click();
  // The list is virtual: without the built-in tools that nothing implements the rest stands in view.
  const states = page.getByRole("group", { name: "State" });
  for (const state of ["trusted", "draft", "broken"]) await states.getByText(state, { exact: true }).click();
  const tree = page.getByRole("tree", { name: "Capability tree" });
  const broken = tree.getByRole("treeitem", { name: /broken-yaml/ });
  await expect(broken).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /sound/ })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /log-triage/ })).toBeVisible();
  await broken.click();
  const alert = page.getByRole("region", { name: "Selection" }).getByRole("alert");
  await expect(alert).toContainText(/CAPABILITY\.yaml.*\b[56]\b/);

  // Mended on disk, it is a draft within a second or two, without a restart.
  app.writeCapability("broken-yaml", {
    "CAPABILITY.yaml": toContract("broken-yaml"),
    "impl/run.mjs": READ_INPUT,
  });
  await expect(alert).toHaveCount(0);
  await expect(tree.getByRole("treeitem", { name: /broken-yaml/ }).getByRole("img", { name: "draft" })).toBeVisible();
});

type Case = { name: string; contract?: string; program: string | null; input: unknown; says: RegExp };
const CASES: Case[] = [
  { name: "no-program", program: null, input: {}, says: /impl\/run\.mjs/ },
  {
    name: "wrong-type",
    contract: toContract("wrong-type", "{ type: object, properties: { count: { type: integer } }, required: [count] }"),
    program: READ_INPUT,
    input: { count: "many" },
    says: /count.*integer/,
  },
  {
    name: "console-log",
    program: `${READ_INPUT}process.stdout.write("hello\\n");
process.stdout.write(JSON.stringify({ __frame__: "result", output: { ok: true } }) + "\\n");
process.exit(0);
`,
    input: {},
    says: /console\.error/,
  },
];

for (const { name, contract, program, input, says } of CASES) {
  test(`an execution of ${name} says what is wrong and what to do`, async ({ page, app }) => {
    app.writeCapability(name, {
      "CAPABILITY.yaml": contract ?? toContract(name),
      ...(program === null ? {} : { "impl/run.mjs": program }),
    });
    await app.admitProject();
    const { executionId } = await app.mutate<{ executionId: string }>("execution.start", {
      name,
      subject: { kind: "current" },
      input,
    });
    await signIn(page, app, `/executions/${executionId}`);
    await expectState(page, "failed");
    await expect(page.getByRole("alert").filter({ hasText: says })).not.toHaveCount(0);
  });
}
