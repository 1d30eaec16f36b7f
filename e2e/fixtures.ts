import { AxeBuilder } from "@axe-core/playwright";
import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type ModelScript, type ModelServer, startModelServer } from "./model-server";
import { App, type AppOptions, buildProduct } from "./start-app";

/** A page's prefetch that was cut off because the reader went on. */
const LEFT_BEHIND = /ERR_(ABORTED|INCOMPLETE_CHUNKED_ENCODING).*_rsc=/;

type Fixtures = {
  /** A started server with default settings: no model, an empty project. */
  app: App;
  startApp: (options?: AppOptions) => Promise<App>;
  startModel: (script: ModelScript) => Promise<ModelServer>;
  /** Console errors that this journey provokes on purpose. Anything else on the console fails it. */
  expectNoise: (pattern: RegExp) => void;
};

export const test = base.extend<Fixtures, { built: undefined }>({
  // The bundle and the pages of these sources; a no-op when they are built already.
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      buildProduct();
      await use(undefined);
    },
    { scope: "worker", auto: true, timeout: 600_000 },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  startApp: async ({}, use) => {
    const apps: App[] = [];
    await use(async (options) => {
      const app = new App(options);
      apps.push(app);
      await app.start();
      return app;
    });
    for (const app of apps) await app[Symbol.asyncDispose]();
  },

  app: async ({ startApp }, use) => {
    await use(await startApp());
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  startModel: async ({}, use) => {
    const servers: ModelServer[] = [];
    await use(async (script) => {
      const server = await startModelServer(script);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server[Symbol.asyncDispose]();
  },

  expectNoise: [
    // After startApp, so that it hears nothing of a server that is stopped at the end.
    async ({ context, startApp: _ }, use) => {
      const expected: RegExp[] = [LEFT_BEHIND];
      const heard: string[] = [];
      const listen = (page: Page): void => {
        page.on("console", (message: ConsoleMessage) => {
          if (message.type() === "error") heard.push(`${message.text()} (${message.location().url})`);
        });
        page.on("pageerror", (error) => heard.push(error.message));
      };
      context.pages().forEach(listen);
      context.on("page", listen);
      await use((pattern) => expected.push(pattern));
      const noise = heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(noise, "errors on the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const STATE_MEANINGS = {
  running: "It is at work now.",
  interrupted: "The process that worked on it ended. Everything up to there is stored; resume goes on from it.",
  completed: "It came to an end of its own.",
  failed: "It ended with a problem.",
  cancelled: "A person stopped it.",
};

/** Waits until the page of a run or an execution shows this state. */
export async function expectState(page: Page, state: keyof typeof STATE_MEANINGS): Promise<void> {
  await expect(page.getByTitle(STATE_MEANINGS[state], { exact: true })).toHaveText(state);
}

/** Opens a session in this page's browser and goes on to a page. */
export async function signIn(page: Page, app: App, path = "/capabilities"): Promise<void> {
  await page.goto(await app.openAddress());
  await page.goto(`${app.url}${path}`);
}

/** No finding of axe that keeps somebody from using the page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, failureSummary }) => [target.join(" "), failureSummary]),
    }));
  expect(grave).toEqual([]);
}
