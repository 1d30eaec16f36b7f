// `npm start`: prepares what is missing, then runs the server in this process. Arguments are the server's:
// --port N, --host NAME, --project DIR, --state DIR, --no-pages.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Capstan needs Node 20.19 or newer; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  );
  process.exit(1);
}

const { buildBundles, buildPages, ensureBubblewrap, ensurePackages, generateClient } = await import("./build.mjs");
const { exitOnFailure } = await import("./steps.mjs");
const { offerRuntime } = await import("./offer-runtime.mjs");

try {
  await ensurePackages();
  await generateClient();
  await ensureBubblewrap();
  await buildBundles();
  if (!process.argv.includes("--no-pages")) await buildPages();
  await offerRuntime();
} catch (error) {
  exitOnFailure(error);
}

process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
await import("../dist/main.js");
