import { randomUUID } from "node:crypto";
import { claimState, type ServerClaim, toAddress } from "#server/access/server-file";
import { isAppError, toProblem } from "#server/errors";
import { type Behind, createGate, type Gate } from "#server/main/create-gate";
import { createHostPolicy } from "#server/main/host-policy";
import { openPort } from "#server/main/open-port";
import { parseFlags, type ServerFlags } from "#server/main/parse-flags";
import { serveApi } from "#server/main/serve-api";
import { startPages } from "#server/main/start-pages";
import { createServices, type Services } from "#server/services";
import { loadSettings, type Settings } from "#server/settings";

/**
 * The server: one process that checks Host, Origin and session before anything else sees a request, answers tRPC and its
 * sockets itself, and hands pages to Next (design.md 3). Exit codes: 0 stopped, 1 could not start, 2 wrong flag or
 * variable, 3 another server has this state.
 */
const EXIT = { failed: 1, usage: 2, alreadyRunning: 3 } as const;
const STOP_MS_MAX = 10_000;

async function main(): Promise<void> {
  // Without a listener this signal opens Node's inspector to every process of the user (sandbox.md 0.4).
  process.on("SIGUSR1", () => log("SIGUSR1 is ignored: the inspector stays closed."));
  const flags = parseFlags(process.argv.slice(2));
  const settings = loadSettings(undefined, flags.settings);
  const instanceId = randomUUID();
  const claimed = await claimState(settings.stateFolder.value, instanceId);
  if (claimed.kind === "running") {
    console.log(`Capstan is already running on this state: ${claimed.address}`);
    console.log("Type `npx capstan open` for an address that opens a session there.");
    process.exitCode = EXIT.alreadyRunning;
    return;
  }
  process.once("exit", () => claimed.claim.release());
  await serve({ settings, instanceId, flags, claim: claimed.claim });
}

type ServeOptions = { settings: Settings; instanceId: string; flags: ServerFlags; claim: ServerClaim };

async function serve({ settings, instanceId, flags, claim }: ServeOptions): Promise<void> {
  let gate: Gate | null = null;
  let behind: Behind | null = null;
  const host = settings.host.value;
  const { server, port } = await openPort({ host, port: settings.port.value }, () => gate);
  gate = createGate({
    instanceId,
    port,
    log,
    cliToken: claim.token,
    policy: createHostPolicy(host, port),
    isDevelopment: !settings.isProduction,
    behind: () => behind,
  });
  claim.publish(host, port);

  const services = await createServices(settings, { instanceId, log, takesRuns: true });
  Reflect.set(globalThis, Symbol.for("capstan.services"), services);
  const address = toAddress(host, port);
  const api = serveApi(services, address);
  const pages = flags.hasPages
    ? await startPages({ folder: settings.appFolder, hostname: host, port, isDevelopment: !settings.isProduction })
    : null;
  behind = { services, api, pages };

  stopOnSignal(async () => {
    behind = null;
    server.close();
    api[Symbol.dispose]();
    server.closeAllConnections();
    await services[Symbol.asyncDispose]();
    await pages?.[Symbol.asyncDispose]();
  });
  console.log(`Capstan is ready: ${address}/?token=${await services.access.createLaunchToken()}`);
  await reportLevel(services);
}

/** Runs the self-test before the first capability needs it, and says at once what a lower level lacks. */
async function reportLevel({ sandbox }: Services): Promise<void> {
  try {
    const { level, fix } = await sandbox.level();
    if (fix) log(`Capability code runs at sandbox level ${level}. ${fix.sentence} Type: ${fix.command}`);
  } catch (error) {
    // Everything but running code still works; who runs some is told the same again.
    log(`The sandbox could not be tested: ${toProblem(error).message}`);
  }
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C means now.
    if (isStopping) process.exit(EXIT.failed);
    isStopping = true;
    log(`Stopping (${signal}).`);
    setTimeout(() => process.exit(EXIT.failed), STOP_MS_MAX).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        printProblem(error);
        process.exit(EXIT.failed);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}

function log(line: string): void {
  console.error(line);
}

function printProblem(error: unknown): void {
  const problem = toProblem(error);
  console.error(`${problem.message}${problem.next === undefined ? "" : ` ${problem.next}`}`);
  // A refusal of ours is complete in its sentence; anything else is a bug and its place helps.
  if (!isAppError(error) && error instanceof Error) console.error(error.stack);
}

main().catch((error: unknown) => {
  printProblem(error);
  process.exit(isAppError(error) && error.code === "bad_input" ? EXIT.usage : EXIT.failed);
});
