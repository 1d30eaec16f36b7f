import { resolve } from "node:path";
import { expect, expectAccessible, expectState, signIn, test } from "./fixtures";

const EVERYTHING = resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

test("an MCP server is added in Settings, its tools are found and called, and it is removed", async ({ page, app }) => {
  await signIn(page, app, "/settings#mcp");
  const section = page.getByRole("region", { name: "MCP servers" });
  await expect(section).toContainText("outside of the sandbox");
  await section.getByRole("button", { name: "Add a server" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an MCP server" });
  await dialog.getByLabel("Name").fill("everything");
  await dialog.getByLabel("Command").fill(process.execPath);
  await dialog.getByLabel("Arguments").fill(EVERYTHING);
  await dialog.getByLabel("Variables").fill("API_TOKEN=a-value-nobody-sees");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save and start" }).click();
  await expect(dialog).toBeHidden();
  const server = section.getByRole("list", { name: "MCP servers" }).getByRole("listitem").first();
  await expect(server).toContainText("connected");
  await expect(server).toContainText("Variables: API_TOKEN");
  await expect(page.locator("body")).not.toContainText("a-value-nobody-sees");
  await server.getByText(/^Its \d+ tools$/).click();
  await expectAccessible(page);

  // In the tree, with the server's name on the tool's own page.
  await server.getByRole("link", { name: "mcp_everything_echo" }).click();
  await expect(page).toHaveURL(/\/capabilities\/mcp_everything_echo/);
  await expect(page.getByRole("heading", { name: /mcp_everything_echo|Echo/ }).first()).toBeVisible();
  await expect(page.getByText("dynamic/local_mcp").first()).toBeVisible();

  // The offline planner finds it and calls it.
  await page.goto(`${app.url}/runs`);
  await page
    .getByLabel("Your question")
    .fill('Read the web page again and echo "hello there" with mcp_everything_echo.');
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expectState(page, "completed");
  const timeline = page.getByRole("log", { name: "Timeline" });
  await expect(timeline.getByRole("button", { name: /^mcp_everything_echo done/ })).toBeVisible();

  await page.goto(`${app.url}/settings#mcp`);
  await server.getByRole("button", { name: "Actions for everything" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const remove = page.getByRole("alertdialog", { name: "Remove everything?" });
  await remove.getByRole("button", { name: "Remove" }).click();
  await expect(section).toContainText("No MCP server is configured.");
  expect(JSON.stringify(await app.query("tree.get"))).not.toContain("mcp_everything");
});

test("a server that cannot start says why, and can be edited", async ({ page, app, expectNoise }) => {
  expectNoise(/400 .*saveMcpServer/);
  await signIn(page, app, "/settings#mcp");
  const section = page.getByRole("region", { name: "MCP servers" });
  await section.getByRole("button", { name: "Add a server" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an MCP server" });
  await dialog.getByLabel("Name").fill("No");
  await dialog.getByLabel("Command").fill("/no/such/program");
  await dialog.getByRole("button", { name: "Save and start" }).click();
  await expect(dialog).toContainText('"No" is no name for a server.');
  await dialog.getByLabel("Name").fill("everything");
  await dialog.getByRole("button", { name: "Save and start" }).click();
  const server = section.getByRole("list", { name: "MCP servers" }).getByRole("listitem").first();
  await expect(server).toContainText("there is no such program");
  await expect(server.getByRole("button", { name: "Reconnect" })).toBeVisible();

  await server.getByRole("button", { name: "Actions for everything" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit everything" });
  await expect(edit.getByLabel("Name")).toBeDisabled();
  await edit.getByLabel("Command").fill(process.execPath);
  await edit.getByLabel("Arguments").fill(EVERYTHING);
  await edit.getByRole("button", { name: "Save and start" }).click();
  await expect(server).toContainText("connected");
});
