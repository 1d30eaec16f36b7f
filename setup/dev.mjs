// `npm run dev`: the same server with Next in development inside it. A change under app/ or components/ is hot; a change
// under server/ restarts the process.
import { spawn } from "node:child_process";
import { ensureBubblewrap, ensurePackages, generateClient } from "./build.mjs";
import { appFolder, exitOnFailure } from "./steps.mjs";

try {
  await ensurePackages();
  await generateClient();
  await ensureBubblewrap();
} catch (error) {
  exitOnFailure(error);
}

const server = spawn(
  process.execPath,
  ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false", "server/main.ts", ...process.argv.slice(2)],
  { cwd: appFolder, stdio: "inherit", env: { ...process.env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" } },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("close", (code) => process.exit(code ?? 0));
