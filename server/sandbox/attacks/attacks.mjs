// The attack list of sandbox.md 6, rows 1 to 50: each probe tries one way out. It returns evidence when the way is open,
// null when it is not, and may throw. run.mjs runs one of them as a capability; the host looks at its own side too.
const load = (name) => import(/* @vite-ignore */ `node:${name}`);
const fs = () => load("fs");
const wait = (start) =>
  new Promise((resolve, reject) => {
    setTimeout(() => resolve(null), 200).unref();
    setTimeout(() => {}, 200);
    start(resolve, reject);
  });
const toUrl = (path) => new URL(`file://${path}`);
const reads = (text, to) => (String(text).includes(to.canary) ? "read the canary" : null);

/** What a function's error or value shows of the outside; a stack may quote a file. */
async function leak(to, run) {
  try {
    return reads(JSON.stringify((await run()) ?? null), to);
  } catch (error) {
    return reads(`${error.stack} ${error.message}`, to);
  }
}

const FILES = {
  read_string: async (to) => reads((await fs()).readFileSync(to.secret, "utf8"), to),
  read_promise: async (to) => reads(await (await load("fs/promises")).readFile(to.secret, "utf8"), to),
  read_stream: async (to) => {
    const { createReadStream } = await fs();
    let text = "";
    for await (const chunk of createReadStream(to.secret)) text += chunk;
    return reads(text, to);
  },
  read_buffer_path: async (to) => reads((await fs()).readFileSync(Buffer.from(to.secret), "utf8"), to),
  read_bytes_path: async (to) => reads((await fs()).readFileSync(new Uint8Array(Buffer.from(to.secret)), "utf8"), to),
  read_url: async (to) => reads((await fs()).readFileSync(toUrl(to.secret), "utf8"), to),
  read_double_slash: async (to) => reads((await fs()).readFileSync(to.secret.replaceAll("/", "//"), "utf8"), to),
  read_dotdot: async (to) =>
    reads((await fs()).readFileSync(`${import.meta.dirname}/../../../../../../../../..${to.secret}`, "utf8"), to),
  read_sibling: async () => {
    const { readdirSync } = await fs();
    const own = import.meta.dirname.replace(/\/impl$/, "");
    return readdirSync(`${own}-evil`).join();
  },
  read_etc_passwd: async () => (await fs()).readFileSync("/etc/passwd", "utf8").slice(0, 20),
  symlink_absolute: async (to) => {
    const { symlinkSync, readFileSync } = await fs();
    symlinkSync(to.secret, "link");
    return reads(readFileSync("link", "utf8"), to);
  },
  symlink_relative: async (to) => {
    const { symlinkSync, readFileSync } = await fs();
    symlinkSync(`../../../../../../..${to.secret}`, "link");
    return reads(readFileSync("link", "utf8"), to);
  },
  symlink_retargeted: async (to) => {
    const { mkdirSync, symlinkSync, renameSync, readFileSync } = await fs();
    mkdirSync("a/b", { recursive: true });
    symlinkSync(`../../..${to.secret}`, "a/b/link");
    renameSync("a/b/link", "link");
    return reads(readFileSync("link", "utf8"), to);
  },
  link_in: async (to) => {
    const { linkSync, readFileSync } = await fs();
    linkSync(to.secret, "hard");
    return reads(readFileSync("hard", "utf8"), to);
  },
  copy_in: async (to) => {
    const { copyFileSync, readFileSync } = await fs();
    copyFileSync(to.secret, "copy");
    return reads(readFileSync("copy", "utf8"), to);
  },
  cp_in: async (to) => {
    const { cpSync, readFileSync } = await fs();
    cpSync(to.folder, "copy", { recursive: true });
    return reads(readFileSync("copy/secret.txt", "utf8"), to);
  },
  rename_in: async (to) => {
    const { renameSync, readFileSync } = await fs();
    renameSync(to.secret, "moved");
    return reads(readFileSync("moved", "utf8"), to);
  },
  stat: async (to) => (await fs()).statSync(to.secret).size,
  exists: async (to) => ((await fs()).existsSync(to.secret) ? "exists" : null),
  access: async (to) => {
    (await fs()).accessSync(to.secret);
    return "accessible";
  },
  readdir: async (to) => (await fs()).readdirSync(to.folder).join(),
  opendir: async (to) => (await fs()).opendirSync(to.folder).readSync().name,
  glob: async (to) => {
    const { globSync } = await fs();
    return globSync ? globSync(`${to.folder}/*`).join() || null : null;
  },
  realpath: async (to) => (await fs()).realpathSync.native(to.secret),
  readlink: async (to) => (await fs()).readlinkSync(to.outsideLink),
  statfs: async (to) => (await fs()).statfsSync(to.folder).blocks,
  watch: async (to) => {
    const { watch } = await fs();
    watch(to.folder).close();
    return "watching";
  },
  blob: async (to) => reads(await (await (await fs()).openAsBlob(to.secret)).text(), to),
  write: async (to) => {
    (await fs()).writeFileSync(to.victim, "gone");
    return "written";
  },
  append: async (to) => {
    (await fs()).appendFileSync(to.victim, "gone");
    return "written";
  },
  mkdir: async (to) => {
    (await fs()).mkdirSync(`${to.folder}/new`);
    return "made";
  },
  mkdtemp: async (to) => (await fs()).mkdtempSync(`${to.folder}/t`),
  unlink: async (to) => {
    (await fs()).unlinkSync(to.victim);
    return "gone";
  },
  rm: async (to) => {
    (await fs()).rmSync(to.folder, { recursive: true });
    return "gone";
  },
  chmod: async (to) => {
    (await fs()).chmodSync(to.victim, 0o777);
    return "changed";
  },
  utimes: async (to) => {
    (await fs()).utimesSync(to.victim, 1, 1);
    return "changed";
  },
  rename_out: async (to) => {
    const { writeFileSync, renameSync } = await fs();
    writeFileSync("mine", "gone");
    renameSync("mine", to.victim);
    return "written";
  },
  write_own_code: async () => {
    (await fs()).writeFileSync(import.meta.filename ?? new URL(import.meta.url).pathname, "// changed");
    return "written";
  },
  write_beside_code: async () => {
    (await fs()).writeFileSync(new URL("./new.mjs", import.meta.url), "// new");
    return "written";
  },
  futimes_readonly: async () => {
    const { openSync, futimesSync } = await fs();
    futimesSync(openSync(new URL(import.meta.url), "r"), 1, 1);
    return "changed";
  },
  fchmod_readonly: async () => {
    const { openSync, fchmodSync } = await fs();
    fchmodSync(openSync(new URL(import.meta.url), "r"), 0o777);
    return "changed";
  },
  v8_redirect_traces: async (to) => {
    (await load("v8")).setFlagsFromString(`--redirect-code-traces-to=${to.victim}`);
    return "accepted";
  },
  v8_trace_turbo: async (to) => {
    (await load("v8")).setFlagsFromString(`--trace-turbo-path=${to.folder}`);
    return "accepted";
  },
  v8_require: async (to) => {
    const { createRequire } = await load("module");
    createRequire(import.meta.url)("v8").setFlagsFromString(`--redirect-code-traces-to=${to.victim}`);
    return "accepted";
  },
  v8_get_builtin: async () => {
    process.getBuiltinModule("v8").setFlagsFromString("--max-old-space-size=4096");
    return "accepted";
  },
  sqlite_open: async (to) => {
    const sqlite = process.getBuiltinModule("node:sqlite");
    if (!sqlite) return null;
    new sqlite.DatabaseSync(to.database);
    return "opened";
  },
  sqlite_attach: async (to) => {
    const sqlite = process.getBuiltinModule("node:sqlite");
    if (!sqlite) return null;
    new sqlite.DatabaseSync(":memory:").exec(`attach '${to.database}' as x; create table x.t (a)`);
    return "attached";
  },
  report: async (to) => process.report.writeReport(`${to.folder}/report.json`),
  heap_snapshot: async (to) => (await load("v8")).writeHeapSnapshot(`${to.folder}/heap`),
  compile_cache: async (to) => {
    const { enableCompileCache } = await load("module");
    if (!enableCompileCache) return null;
    const { status, directory } = enableCompileCache(to.folder);
    return directory ? `status ${status}` : null;
  },
  trace_events: async () => {
    (await load("trace_events")).createTracing({ categories: ["v8"] }).enable();
    return "tracing";
  },
  env_file: async (to) => {
    process.loadEnvFile(to.secret);
    return "loaded";
  },
  require_json: (to) =>
    leak(to, async () => {
      const { createRequire } = await load("module");
      return createRequire(import.meta.url)(to.secretJson);
    }),
  require_text: (to) =>
    leak(to, async () => {
      const { createRequire } = await load("module");
      return createRequire(import.meta.url)(to.secret);
    }),
};

const SECRETS = {
  env: async (to) => {
    const { env } = process;
    const extra = Object.keys(env).filter((name) => !to.envNames.includes(name));
    return reads(JSON.stringify(env), to) ?? (extra.length > 0 ? `more: ${extra.join()}` : null);
  },
  self_environ: async () => (await fs()).readFileSync("/proc/self/environ", "utf8") || null,
  host_environ: async (to) => (await fs()).readFileSync(`/proc/${to.hostPid}/environ`, "utf8") || null,
  host_cmdline: async (to) => (await fs()).readFileSync(`/proc/${to.hostPid}/cmdline`, "utf8") || null,
  host_fds: async (to) => (await fs()).readdirSync(`/proc/${to.hostPid}/fd`).join() || null,
  host_memory: async (to) => (await fs()).openSync(`/proc/${to.hostPid}/mem`, "r"),
  host_root: async (to) => reads((await fs()).readFileSync(`/proc/${to.hostPid}/root${to.secret}`, "utf8"), to),
  report: (to) => leak(to, () => process.report.getReport()),
  argv: async (to) => reads(process.argv.join() + process.execArgv.join(), to),
  open_fds: async () => {
    const { readSync, fstatSync } = await fs();
    const found = [];
    for (let fd = 3; fd < 64; fd++) {
      try {
        // Only what can be read and is a file of the outside counts; Node's own event handles cannot.
        if (fstatSync(fd).isFile()) found.push(`${fd}:${readSync(fd, Buffer.alloc(64))}`);
      } catch {
        // Not open, or not readable: nothing there.
      }
    }
    return found.length > 0 ? found.join() : null;
  },
  self_fds: async () => (await fs()).readdirSync("/proc/self/fd").join() || null,
  home: async () => {
    const { readdirSync } = await fs();
    const { homedir } = await load("os");
    return readdirSync(homedir()).join() || null;
  },
  user_name: async (to) => {
    const { userInfo, hostname } = await load("os");
    return userInfo().username === to.userName || hostname() === to.hostName ? "the host's name" : null;
  },
};

const CODE = {
  spawn: async () => ((await load("child_process")).spawnSync("/usr/bin/id").status === 0 ? "ran" : null),
  exec: async () => String((await load("child_process")).execSync("id")),
  spawn_async: async () => {
    const child = (await load("child_process")).spawn(process.execPath, ["-e", "0"]);
    return wait((resolve) => {
      child.on("exit", (code) => resolve(code === 0 ? "ran" : null));
      child.on("error", () => resolve(null));
    });
  },
  fork: async () => {
    const child = (await load("child_process")).fork(new URL(import.meta.url));
    return wait((resolve) => child.on("spawn", () => resolve("forked")));
  },
  cluster: async () => {
    const { default: cluster } = await load("cluster");
    return wait((resolve) => cluster.fork().on("online", () => resolve("forked")));
  },
  execve: async () => {
    if (!process.execve) return null;
    process.execve("/usr/bin/id", ["id"]);
    return "replaced";
  },
  worker: async () => {
    const { Worker } = await load("worker_threads");
    const worker = new Worker("process.exit(0)", { eval: true });
    return wait((resolve) => worker.on("exit", () => resolve("ran")));
  },
  dlopen: async (to) => {
    try {
      process.dlopen({ exports: {} }, to.library);
    } catch (error) {
      if (!error.message.includes("self-register")) throw error;
    }
    return "loaded";
  },
  wasi: async () => {
    const { WASI } = await load("wasi");
    new WASI({ version: "preview1", preopens: { "/": "/" } });
    return "made";
  },
  inspector_open: async () => {
    (await load("inspector")).open(0);
    return "open";
  },
  inspector_session: async () => {
    const { Session } = await load("inspector");
    new Session().connect();
    return "connected";
  },
  binding_fs: async () => Object.keys(process.binding("fs")).length,
  binding_spawn: async () => Object.keys(process.binding("spawn_sync")).length,
  binding_process: async () => Object.keys(process.binding("process_wrap")).length,
  binding_tcp: async () => Object.keys(process.binding("tcp_wrap")).length,
  linked_binding: async () => Object.keys(process._linkedBinding("fs")).length,
  import_outside: (to) => leak(to, async () => (await import(toUrl(to.secretModule))).default),
  import_outside_json: (to) =>
    leak(to, async () => (await import(toUrl(to.secretJson), { with: { type: "json" } })).default),
  import_bare: (to) => leak(to, () => import(to.barePackage)),
  import_http: async (to) => {
    await import(`http://127.0.0.1:${to.tcpPort}/x.mjs`);
    return "imported";
  },
  import_data_reads: async (to) => {
    const source = `import { readFileSync } from "node:fs"; export default (path) => readFileSync(path, "utf8");`;
    const { default: read } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    return reads(read(to.secret), to);
  },
  import_data_connects: async (to) => {
    const source = `import { connect } from "node:net"; export default (port) => connect(port, "127.0.0.1");`;
    const { default: connect } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    const socket = connect(to.tcpPort);
    return wait((resolve) => socket.on("connect", () => resolve("connected")).on("error", () => resolve(null)));
  },
  module_register: async () => {
    (await load("module")).register("data:text/javascript,export%20{}");
    return "registered";
  },
  module_hooks: async () => {
    const { registerHooks } = await load("module");
    if (!registerHooks) return null;
    registerHooks({});
    return "registered";
  },
  patched_prototypes: async (to) => {
    const { readFileSync } = await fs();
    const path = await load("path");
    path.default.resolve = () => process.cwd();
    String.prototype.startsWith = () => true;
    Buffer.prototype.toString = () => process.cwd();
    Array.prototype.includes = () => true;
    Reflect.apply = () => undefined;
    return readFileSync(to.secret).indexOf(to.canary) >= 0 ? "read the canary" : null;
  },
  patched_then_network: async (to) => {
    Reflect.defineProperty = () => true;
    Object.defineProperty = (target) => target;
    String.prototype.slice = () => "";
    Array.prototype.includes = () => false;
    const { connect } = await load("net");
    const socket = connect(to.tcpPort, "127.0.0.1");
    return wait((resolve) => socket.on("connect", () => resolve("connected")).on("error", () => resolve(null)));
  },
  load_list_reset: async () => {
    Object.setPrototypeOf(process.moduleLoadList, Array.prototype);
    (await load("v8")).setFlagsFromString("--max-old-space-size=4096");
    return "accepted";
  },
  patched_module_load: async () => {
    const { default: module } = await load("module");
    module._load = () => ({ setFlagsFromString: () => {} });
    (await load("v8")).setFlagsFromString("--max-old-space-size=4096");
    return "accepted";
  },
  permission_drop: async (to) => {
    if (!process.permission.drop) return null;
    process.permission.drop("fs.read", to.secret);
    return process.permission.has("fs.read", to.secret) ? "granted" : null;
  },
  permission_forged: async (to) => {
    process.permission.has = () => true;
    return reads((await fs()).readFileSync(to.secret, "utf8"), to);
  },
  eval_reads: async (to) => {
    const read = new Function("fs", "path", "return fs.readFileSync(path, 'utf8')");
    return reads(read(await fs(), to.secret), to);
  },
  vm_escape: async (to) => {
    const { runInNewContext } = await load("vm");
    const outer = runInNewContext("this.constructor.constructor('return process')()", {});
    return reads(outer.getBuiltinModule("fs").readFileSync(to.secret, "utf8"), to);
  },
};

const connects = (socket) =>
  wait((resolve) => {
    socket.on("connect", () => resolve("connected"));
    socket.on("socket", (inner) => inner.on("connect", () => resolve("connected")));
    socket.on("error", () => resolve(null));
  });

/** Answers every name with loopback, in whichever form is asked for. */
const lookup = (_name, options, done) =>
  options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);

const NETWORK = {
  tcp: async (to) => connects((await load("net")).connect(to.tcpPort, "127.0.0.1")),
  tcp_new_socket: async (to) =>
    connects(new (await load("net")).Socket().connect({ port: to.tcpPort, host: "127.0.0.1" })),
  unix_path: async (to) => connects((await load("net")).connect(to.socketPath)),
  unix_abstract: async (to) => connects((await load("net")).connect(`\0${to.abstractName}`)),
  udp_send: async (to) => {
    const socket = (await load("dgram")).createSocket("udp4");
    return wait((resolve) => socket.send("x", to.udpPort, "127.0.0.1", () => resolve(null)));
  },
  udp_connect: async (to) => {
    const socket = (await load("dgram")).createSocket({
      type: "udp4",
      lookup,
    });
    socket.on("error", () => {});
    return wait((resolve) => socket.connect(to.udpPort, "localhost", () => socket.send("x", () => resolve(null))));
  },
  dns_lookup: async () =>
    wait(async (resolve) => (await load("dns")).lookup("localhost", (error) => resolve(error ? null : "resolved"))),
  dns_resolve: async (to) => {
    const { Resolver } = await load("dns");
    const resolver = new Resolver({ timeout: 100, tries: 1 });
    resolver.setServers([`127.0.0.1:${to.dnsPort}`]);
    return wait((resolve) => resolver.resolve4("capstan.invalid", (error) => resolve(error ? null : "resolved")));
  },
  dns_promises: async (to) => {
    const { Resolver } = await load("dns/promises");
    const resolver = new Resolver({ timeout: 100, tries: 1 });
    resolver.setServers([`127.0.0.1:${to.dnsPort}`]);
    return resolver.resolve4("capstan.invalid").then(() => "resolved");
  },
  dns_reverse: async () =>
    wait(async (resolve) => (await load("dns")).reverse("127.0.0.1", (error) => resolve(error ? null : "resolved"))),
  http: async (to) => connects((await load("http")).get(`http://127.0.0.1:${to.tcpPort}/`)),
  tls: async (to) => connects((await load("tls")).connect({ port: to.tcpPort, host: "127.0.0.1" })),
  https: async (to) => connects((await load("https")).get(`https://127.0.0.1:${to.tcpPort}/`)),
  http2: async (to) => connects((await load("http2")).connect(`http://127.0.0.1:${to.tcpPort}`)),
  fetch: async (to) => ((await fetch(`http://127.0.0.1:${to.tcpPort}/`)).ok ? "fetched" : null),
  websocket: async (to) => {
    if (!globalThis.WebSocket) return null;
    const socket = new WebSocket(`ws://127.0.0.1:${to.tcpPort}/`);
    return wait((resolve) => {
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve(null);
    });
  },
  custom_lookup: async (to) => {
    const { connect } = await load("net");
    return connects(connect({ port: to.tcpPort, host: "x.invalid", lookup }));
  },
  server_handle: async () => {
    const handle = (await load("net"))._createServerHandle("127.0.0.1", 0, 4);
    return typeof handle === "object" ? "a raw handle" : null;
  },
  udp_handle: async () => {
    const handle = (await load("dgram"))._createSocketHandle("127.0.0.1", 0, "udp4");
    return typeof handle === "object" ? "a raw handle" : null;
  },
  borrowed_pipe: async (to) => {
    // A raw pipe from the class behind stdin, with the class of a pending write as its request.
    const { _handle: output } = process.stderr;
    let Request;
    for (const name of ["writeUtf8String", "writeLatin1String", "writeBuffer"]) {
      output[name] = (request) => {
        Request = request.constructor;
        return 0;
      };
    }
    process.stderr.write("x");
    const Pipe = process.stdin._handle.constructor;
    const request = new Request();
    return wait((resolve) => {
      request.oncomplete = (status) => resolve(status === 0 ? "connected" : null);
      new Pipe(0).connect(request, to.socketPath);
    });
  },
  listen: async (to) => {
    const server = (await load("net")).createServer();
    return wait((resolve, reject) =>
      server.on("error", reject).listen(to.freePort, "0.0.0.0", () => resolve("listening")),
    );
  },
  listen_http: async (to) => {
    const server = (await load("http")).createServer();
    return wait((resolve, reject) => server.on("error", reject).listen(to.freePort, () => resolve("listening")));
  },
  socket_fd: async (to) => connects(new (await load("net")).Socket({ fd: 7 }).connect(to.tcpPort, "127.0.0.1")),
};

const PROCESSES = {
  kill_victim: async (to) => (process.kill(to.victimPid, "SIGKILL") ? "killed" : null),
  signal_host: async (to) => (process.kill(to.hostPid, 0) ? "delivered" : null),
  signal_group: async () => (process.kill(-1, 0) ? "delivered" : null),
  debug_host: async (to) => {
    process._debugProcess(to.hostPid);
    return "inspector opened";
  },
  sigusr1_host: async (to) => (process.kill(to.hostPid, "SIGUSR1") ? "delivered" : null),
  borrowed_kill: async (to) => {
    const { kill } = Object.getPrototypeOf(process);
    return (kill ?? process.kill).call(process, to.victimPid, 0) ? "delivered" : null;
  },
  set_priority: async (to) => {
    (await load("os")).setPriority(to.victimPid, 10);
    return "changed";
  },
  become_root: async () => {
    process.setuid(0);
    return process.getuid() === 0 ? "root" : null;
  },
};

/** What a capability may do: these must work. */
const ALLOWED = {
  own_scratch: async () => {
    const { mkdtempSync, writeFileSync, readFileSync, rmSync } = await fs();
    const { tmpdir } = await load("os");
    writeFileSync("own.txt", "mine");
    const folder = mkdtempSync(`${tmpdir()}/t-`);
    writeFileSync(`${folder}/inner.txt`, readFileSync("own.txt"));
    rmSync(folder, { recursive: true });
    return readFileSync("own.txt", "utf8") === "mine" ? "works" : null;
  },
  own_files: async () => {
    const { readFileSync } = await fs();
    return readFileSync(new URL("../prompts/x.md", import.meta.url), "utf8") === "own prompt" ? "works" : null;
  },
  own_module: async () => (await import(new URL("./other.mjs", import.meta.url))).default,
  own_require: async () => {
    const { createRequire } = await load("module");
    return createRequire(import.meta.url)("./data.json").text;
  },
  crypto_and_zlib: async () => {
    const { createHash, randomUUID } = await load("crypto");
    const { gzipSync, gunzipSync } = await load("zlib");
    return createHash("sha256")
      .update(gunzipSync(gzipSync(randomUUID())))
      .digest("hex")
      ? "works"
      : null;
  },
  timers: async () => (await load("timers/promises")).setTimeout(5, "works"),
  wasm: async () => {
    const bytes = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]);
    return (await WebAssembly.instantiate(bytes)).instance ? "works" : null;
  },
  streams_and_url: async () => {
    const { Readable } = await load("stream");
    const { text } = await load("stream/consumers");
    return (await text(Readable.from(["works"]))) === "works" && new URL("http://x/y").pathname === "/y"
      ? "works"
      : null;
  },
  not_root: async () => (process.getuid() === 65534 && process.geteuid() === 65534 ? "works" : null),
};

export const PROBES = {
  ...prefix("file", FILES),
  ...prefix("secret", SECRETS),
  ...prefix("code", CODE),
  ...prefix("net", NETWORK),
  ...prefix("process", PROCESSES),
  ...prefix("allowed", ALLOWED),
};

/** "file.read_string" and the like, by group and name. */
function prefix(group, probes) {
  return Object.fromEntries(Object.entries(probes).map(([name, run]) => [`${group}.${name}`, run]));
}
