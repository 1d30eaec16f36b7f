import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The journeys: the built product in a real browser. Each test starts a server of its own (e2e/fixtures.ts). */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    trace: "on-first-retry",
    launchOptions: {
      ...toExecutable(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});

/** Debian's Chromium where it is installed; else Playwright's own. */
function toExecutable(): { executablePath?: string } {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  return executablePath === undefined ? {} : { executablePath };
}
