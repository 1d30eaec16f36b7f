import { openTestSandbox, runFiles } from "../testing";

// A Capstan of its own with one endless run, to be killed by the test from outside.
const sandbox = await openTestSandbox();
await runFiles(sandbox, {
  files: { "impl/run.mjs": 'console.error("started"); setInterval(() => {}, 1000);' },
  limits: { timeoutMs: 60_000 },
  ports: { onLog: (line) => process.stdout.write(`${line}\n`) },
});
