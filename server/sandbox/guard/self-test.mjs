// The program of the live self-test: tries to reach what the host laid out, and says what it reached. The host looks at
// its own side too (listeners, bytes of the victim), so a lie here cannot raise the level.
import { createInterface } from "node:readline";

const settled = (start) =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ isReached: false, detail: "no answer within 500 ms" }), 500);
    const end = (isReached, detail) => {
      clearTimeout(timer);
      resolve({ isReached, detail: String(detail) });
    };
    Promise.resolve()
      .then(() => start(end))
      .catch((error) => end(false, error.code ?? error.message));
  });

const PROBES = {
  "read outside": async (to, end) => {
    const { readFileSync } = await import("node:fs");
    end(readFileSync(to.canaryPath, "utf8").includes(to.canary), "read");
  },
  "write outside": async (to, end) => {
    const { writeFileSync } = await import("node:fs");
    writeFileSync(to.victimPath, "overwritten");
    end(true, "written");
  },
  "TCP to the host": async (to, end) => {
    const { connect } = await import("node:net");
    const socket = connect(to.tcpPort, "127.0.0.1");
    socket.on("connect", () => end(true, "connected"));
    socket.on("error", (error) => end(false, error.code));
  },
  "unix socket of the host": async (to, end) => {
    const { connect } = await import("node:net");
    const socket = connect(to.socketPath);
    socket.on("connect", () => end(true, "connected"));
    socket.on("error", (error) => end(false, error.code));
  },
  "UDP to the host": async (to, end) => {
    const { createSocket } = await import("node:dgram");
    const socket = createSocket("udp4");
    socket.on("error", (error) => end(false, error.code));
    // Sending alone proves nothing: the host counts what arrived.
    socket.send("probe", to.udpPort, "127.0.0.1", (error) => end(false, error ? error.code : "sent"));
  },
  "DNS to the host": async (to, end) => {
    const { Resolver } = await import("node:dns");
    const resolver = new Resolver({ timeout: 200, tries: 1 });
    resolver.setServers([`127.0.0.1:${to.dnsPort}`]);
    resolver.resolve4("capstan.invalid", (error) => end(false, error ? error.code : "answered"));
  },
  "signal to the host": async (to, end) => {
    // Ids this low may also exist inside a box of its own; the host then has no way to tell.
    if (to.hostPid < 64) return end(false, "not testable: the host's process id is below 64");
    process.kill(to.hostPid, 0);
    end(true, "delivered");
  },
  "start a program": async (_to, end) => {
    const { spawnSync } = await import("node:child_process");
    const { status, error } = spawnSync(process.execPath, ["--version"]);
    end(status === 0, error ? error.code : `exit code ${status}`);
  },
  "write by a v8 flag": async (to, end) => {
    const { setFlagsFromString } = await import("node:v8");
    setFlagsFromString(`--redirect-code-traces-to=${to.flagPath}`);
    end(true, "accepted");
  },
  "open by sqlite": async (to, end) => {
    const { getBuiltinModule } = process;
    const sqlite = getBuiltinModule("node:sqlite");
    if (!sqlite) return end(false, "this Node has none");
    const database = new sqlite.DatabaseSync(to.sqlitePath);
    database.exec("create table reached (x)");
    end(true, "opened");
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { input } = JSON.parse(line);
  const output = [];
  for (const name of input.names) {
    output.push({ name, ...(await settled((end) => PROBES[name](input, end))) });
  }
  process.stdout.write(`${JSON.stringify({ __frame__: "result", output })}\n`, () => process.exit(0));
}
