"use strict";
/*
 * Preloaded into every capability process before its first line. Not the boundary (that is the box and Node's permission
 * model): it closes what the permission model leaves open on every version (v8 flags, signals, sqlite; sandbox.md 0.3),
 * sends console output to stderr, and reports what the code tried. Everything it needs later is taken now, before code
 * can change a prototype.
 */
const { writeSync } = require("node:fs");
const { apply, defineProperty, setPrototypeOf, ownKeys } = Reflect;
const { getOwnPropertyDescriptor, freeze } = Object;
const getBuiltin = process.getBuiltinModule;
const { replace, slice, startsWith } = String.prototype;
const { includes } = Array.prototype;
const ErrorClass = Error;
const text = String;

const { env } = process;
const nonce = env.CAPSTAN_GUARD;
delete env.CAPSTAN_GUARD;

/** One private line to the host; `nonce` tells it from what the code prints. */
function report(kind, detail) {
  let shown = "?";
  try {
    shown = apply(replace, apply(slice, text(detail), [0, 200]), [/\p{Cc}/gu, " "]);
  } catch {
    // A value that cannot be made text is still reported as tried.
  }
  try {
    writeSync(2, `\u0001${nonce} ${kind} ${shown}\n`);
  } catch {
    // stderr was closed by the code: there is nobody to tell.
  }
}

function deniedError(name) {
  const error = new ErrorClass(`${name} is not available to capability code`);
  error.code = "CAPSTAN_DENIED";
  return error;
}

/** A function (or class) that reports and throws; `toDetail` adds what it was called with. */
function denial(name, toDetail) {
  return function denied(...parameters) {
    let detail = "";
    try {
      detail = toDetail ? ` ${toDetail(parameters)}` : "";
    } catch {
      // Arguments that throw when looked at: the name is enough.
    }
    report("denied", name + detail);
    throw deniedError(name);
  };
}

function fix(target, key, value) {
  if (target === undefined || target === null) return;
  if (!defineProperty(target, key, { value, writable: false, configurable: false, enumerable: true })) {
    throw new ErrorClass(`${text(key)} cannot be guarded on this Node`);
  }
}

function deny(target, keys, prefix, toDetail) {
  if (target === undefined || target === null) return;
  for (const key of keys) {
    if (key in target) fix(target, key, denial(`${prefix}.${text(key)}`, toDetail));
  }
}

/* Built-in modules are patched when they are first loaded, by whichever way, since loading all of them costs 55 ms
 * (sandbox.md 4). Node appends each loaded module to this list by an ordinary [[Set]], which asks the prototype first. */
const pending = { __proto__: null };
const loadList = process.moduleLoadList;
fix(process, "moduleLoadList", freeze([...loadList]));

function applyPatches(name) {
  const patches = pending[name];
  if (patches === undefined) return;
  delete pending[name];
  const builtin = getBuiltin(startsWithNode(name) ? name : `node:${name}`);
  for (let index = 0; index < patches.length; index++) patches[index](builtin);
}

function startsWithNode(name) {
  return apply(startsWith, name, ["node:"]);
}

setPrototypeOf(
  loadList,
  new Proxy(Array.prototype, {
    __proto__: null,
    set(_target, key, value, receiver) {
      defineProperty(receiver, key, { value, writable: true, configurable: true, enumerable: true });
      if (typeof value === "string" && apply(startsWith, value, ["NativeModule "]))
        applyPatches(apply(slice, value, [13]));
      return true;
    },
  }),
);

/** Runs `patch(exports)` when the built-in is loaded, or now when it already is. A built-in that this Node lacks is left out. */
function onBuiltin(name, patch) {
  if (apply(includes, loadList, [`NativeModule ${name}`])) {
    const builtin = getBuiltin(startsWithNode(name) ? name : `node:${name}`);
    if (builtin) patch(builtin);
    return;
  }
  if (pending[name] === undefined) pending[name] = [];
  pending[name][pending[name].length] = patch;
}

/** Loads what is still pending at once: for a Node whose list does not tell. */
function patchEagerly() {
  for (const name of ownKeys(pending)) {
    const builtin = getBuiltin(startsWithNode(name) ? name : `node:${name}`);
    if (!builtin) continue;
    const patches = pending[name] ?? [];
    delete pending[name];
    for (const patch of patches) patch(builtin);
  }
}

// -- the process ------------------------------------------------------------------------------------------------------
deny(process, ["kill", "_debugProcess"], "process", (parameters) => parameters.join(" "));
deny(
  process,
  ["_debugEnd", "_startProfilerIdleNotifier", "setuid", "setgid", "seteuid", "setegid", "setgroups", "initgroups"],
  "process",
);
deny(
  process,
  ["binding", "_linkedBinding", "dlopen", "execve", "loadEnvFile"],
  "process",
  (parameters) => parameters[0],
);
fix(
  process,
  "report",
  freeze({
    getReport: denial("process.report.getReport"),
    writeReport: denial("process.report.writeReport"),
  }),
);

// -- what the code logs ------------------------------------------------------------------------------------------------
// The global console asks for its streams when it first writes; stdout belongs to frames.
defineProperty(console, "_stdout", { configurable: true, enumerable: false, get: () => process.stderr });

// Over a socket pair Node writes only what fits (about 430 KB) and queues the rest, which `process.exit` throws away.
// Blocking, a result is whole before the next line of the code runs.
for (const name of ["stdout", "stderr"]) {
  const { get } = getOwnPropertyDescriptor(process, name);
  let isBlocking = false;
  defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get() {
      const stream = apply(get, process, []);
      if (!isBlocking) {
        isBlocking = true;
        stream._handle?.setBlocking?.(true);
      }
      return stream;
    },
  });
}

// -- built-ins ----------------------------------------------------------------------------------------------------------
onBuiltin("v8", (v8) => {
  deny(v8, ["setFlagsFromString"], "v8", (parameters) => parameters[0]);
  deny(v8, ["setHeapSnapshotNearHeapLimit", "writeHeapSnapshot", "takeCoverage", "stopCoverage"], "v8");
});
onBuiltin("os", (os) => {
  deny(os, ["setPriority"], "os", (parameters) => parameters.join(" "));
  fix(os, "hostname", () => "capstan");
  fix(os, "networkInterfaces", () => ({}));
  fix(os, "userInfo", () => ({ uid: -1, gid: -1, username: "capstan", homedir: os.homedir(), shell: null }));
});
onBuiltin("module", (module) => {
  deny(module, ["register", "registerHooks", "enableCompileCache"], "module", (parameters) => parameters[0]);
});
onBuiltin("inspector", (inspector) => {
  deny(inspector, ["open", "close", "url", "waitForDebugger", "Session"], "inspector");
});
onBuiltin("inspector/promises", (inspector) => {
  deny(inspector, ["open", "close", "url", "waitForDebugger", "Session"], "inspector");
});
onBuiltin("trace_events", (traceEvents) => deny(traceEvents, ["createTracing"], "trace_events"));
for (const name of ["sqlite", "node:sqlite"]) {
  onBuiltin(name, (sqlite) => {
    deny(sqlite, ["DatabaseSync", "StatementSync", "backup"], "sqlite", (parameters) => parameters[0]);
  });
}

// -- what Node's own permission model refuses, told to the host too ----------------------------------------------------
// Its errors get `permission` and then `resource` by an ordinary assignment, which finds these accessors.
const SCOPES = {
  __proto__: null,
  FileSystemRead: "fs.read",
  FileSystemWrite: "fs.write",
  ChildProcess: "child_process",
  WorkerThreads: "worker_threads",
  Inspector: "inspector",
  WASI: "wasi",
  Addon: "addon",
  Net: "net",
};
for (const key of ["permission", "resource"]) {
  defineProperty(ErrorClass.prototype, key, {
    configurable: false,
    enumerable: false,
    get: () => undefined,
    set(value) {
      defineProperty(this, key, { value, writable: true, configurable: true, enumerable: true });
      if (key !== "resource") return;
      const code = getOwnPropertyDescriptor(this, "code")?.value;
      const permission = getOwnPropertyDescriptor(this, "permission")?.value;
      if (code !== "ERR_ACCESS_DENIED" || typeof permission !== "string") return;
      report("denied", `${SCOPES[permission] ?? permission} ${typeof value === "string" ? value : ""}`);
    },
  });
}

module.exports = { deny, denial, fix, onBuiltin, report, patchEagerly };

/** Called by the last guard file: patches are in place, so the host may count the process as alive. */
module.exports.finish = () => {
  // `os` is cheap and always pending here on a Node whose list tells; where it does not, nothing may stay unpatched.
  if (pending.os !== undefined) {
    getBuiltin("node:os");
    if (pending.os !== undefined) patchEagerly();
  }
  report("ready", "");
};
