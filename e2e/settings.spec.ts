import { expect, signIn, test } from "./fixtures";

const CONTRACT = `name: shout
version: 0.1.0
description: Turns a text into capital letters.
when: The user wants a text in capital letters.
contract:
  input: { type: object, properties: { text: { type: string } }, required: [text] }
  output: { type: object }
`;

test("a project's root is pending until a person has seen its contents and admits it", async ({ page, app }) => {
  app.writeCapability("shout", { "CAPABILITY.yaml": CONTRACT, "impl/run.mjs": "" });
  await signIn(page, app, "/capabilities?q=capital+letters");
  // In no search before; listed all the same.
  await expect(page.getByText(/results? of \d+ searched|No capability matches/)).toBeVisible();
  await expect(page.getByRole("option", { name: /shout/ })).toHaveCount(0);

  await page.goto(`${app.url}/settings#roots`);
  const root = page.getByRole("listitem").filter({ hasText: app.rootFolder });
  await expect(root).toContainText("pending");
  await expect(root).toContainText("1 entry");
  await root.getByRole("button", { name: "Admit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Admit this root?" });
  await expect(dialog).toContainText(app.rootFolder);
  await expect(dialog.getByRole("list", { name: "What it holds" })).toContainText("Turns a text into capital letters.");
  await dialog.getByRole("button", { name: "Admit 1 entry" }).click();
  await expect(dialog).toBeHidden();
  await expect(root).toContainText("admitted");

  await page.goto(`${app.url}/capabilities?q=capital+letters`);
  const found = page.getByRole("option", { name: /shout/ });
  await expect(found).toBeVisible();
  await expect(found.getByRole("img", { name: "draft" })).toBeVisible();

  // Taken back, it leaves every search.
  await page.goto(`${app.url}/settings#roots`);
  await root.getByRole("button", { name: `Actions for ${app.rootFolder}` }).click();
  await page.getByRole("menuitem", { name: "Take the admission back" }).click();
  await expect(root).toContainText("pending");
});

test("settings say what is in effect, where each value comes from, and how code is separated", async ({
  page,
  app,
}) => {
  await signIn(page, app, "/settings");
  const project = page.getByRole("region", { name: "Project" });
  await expect(project.getByLabel("Folder")).toHaveValue(app.projectFolder);
  await expect(project.getByText("from CAPSTAN_PROJECT")).toBeVisible();
  const server = page.getByRole("region", { name: "Server" });
  await expect(server.getByText(app.stateFolder)).toBeVisible();
  await expect(server.getByText("from CAPSTAN_HOME")).toBeVisible();

  const { level } = await app.query<{ level: string }>("sandbox.get");
  const sandbox = page.getByRole("region", { name: "Sandbox" });
  await expect(sandbox.getByText(`Level ${level}`, { exact: true })).toBeVisible();
  await expect(sandbox.getByRole("list", { name: "Probes of the self-test" }).getByRole("listitem")).not.toHaveCount(0);
  await expect(page.getByRole("button", { name: `Sandbox: sandbox ${level}` })).toBeVisible();

  // A value that is set here is kept over a reload and says so.
  const hosts = page.getByLabel("Hosts that http_client may reach");
  await hosts.fill("api.example.com");
  const services = page.getByRole("region", { name: "Host services" });
  await services.getByRole("button", { name: "Save" }).click();
  await expect(services.getByText("set here")).toBeVisible();
  await page.reload();
  await expect(hosts).toHaveValue("api.example.com");
});
