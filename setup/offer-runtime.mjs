// Where the operating system gives no sandbox, Node 25 or newer denies the network by itself and is the next best wall.
// One keypress installs Node 26 for capabilities; nothing waits for a key where nobody can press one.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { appFolder, findProgram, runProgram } from "./steps.mjs";

const COMMAND = "npx capstan runtime install";

function hasSystemSandbox() {
  if (process.platform !== "linux" || !findProgram("bwrap")) return false;
  const probe = [
    "--unshare-all",
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    process.execPath,
    "-e",
    "0",
  ];
  return spawnSync("bwrap", probe, { stdio: "ignore", timeout: 10_000 }).status === 0;
}

function hasRuntime() {
  if (Number(process.versions.node.split(".")[0]) >= 25) return true;
  const { status } = spawnSync(process.execPath, [join(appFolder, "dist", "cli.js"), "runtime", "status"], {
    stdio: "ignore",
    timeout: 10_000,
  });
  return status === 0;
}

function askForKey(question) {
  return new Promise((resolve) => {
    process.stdout.write(question);
    process.stdin.setRawMode(true);
    process.stdin.resume();
    process.stdin.once("data", (data) => {
      process.stdin.setRawMode(false);
      process.stdin.pause();
      process.stdout.write("\n");
      const key = data.toString().toLowerCase();
      if (key === "\u0003") process.exit(130);
      resolve(key);
    });
  });
}

/** Offers Node 26 as the runner when that would raise the sandbox's level. */
export async function offerRuntime() {
  if (hasSystemSandbox() || hasRuntime()) return;
  const why =
    "This system gives no sandbox for capability code; with Node 26 as its runner the network is closed to it.";
  if (!process.stdin.isTTY || process.env.CI) {
    console.log(`${why} Type: ${COMMAND}`);
    return;
  }
  console.log(why);
  const key = await askForKey(
    "Install it now, about 60 MB from the package registry? [y = yes, any other key = later] ",
  );
  if (key !== "y") {
    console.log(`Later: ${COMMAND}`);
    return;
  }
  await runProgram(process.execPath, ["dist/cli.js", "runtime", "install", "--yes"], {
    sentence: `Node 26 could not be installed. Capstan starts without it next time; to try again: ${COMMAND}`,
  });
}
