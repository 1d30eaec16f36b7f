import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["server/**/*.test.ts", "components/**/*.test.ts", "setup/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/*.sandbox.test.ts", "**/*.server.test.ts"],
        },
      },
      { extends: true, test: { name: "database", include: ["server/**/*.db.test.ts"] } },
      { extends: true, test: { name: "sandbox", include: ["server/**/*.sandbox.test.ts"], maxWorkers: 1 } },
      {
        extends: true,
        test: { name: "server", include: ["server/**/*.server.test.ts"], maxWorkers: 1, testTimeout: 60_000 },
      },
    ],
  },
});
