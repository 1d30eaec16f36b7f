"use strict";
/*
 * For a Node whose permission model lets every socket through (before 25): the network is refused here too, so that the
 * code gets a plain error and the host sees what was tried. http, https, tls, http2 and fetch all end in net.Socket.
 */
const { deny, denial, fix, onBuiltin, finish } = require("./lite.cjs");
const { apply, defineProperty, getPrototypeOf } = Reflect;
const { get: weakGet, set: weakSet } = WeakMap.prototype;

/** "host:port" or a path, out of the forms that connect and listen take. */
function toTarget(parameters) {
  const first = Array.isArray(parameters[0]) ? parameters[0][0] : parameters[0];
  if (first !== null && typeof first === "object") {
    return first.path ?? `${first.host ?? "localhost"}:${first.port}`;
  }
  if (typeof first === "number") return `${typeof parameters[1] === "string" ? parameters[1] : "localhost"}:${first}`;
  return first;
}

const HANDLE_METHODS = ["connect", "connect6", "bind", "bind6", "listen", "fchmod", "setPendingInstances"];
const patchedHandles = new WeakSet();
const { has: weakHas, add: weakAdd } = WeakSet.prototype;

/** The class behind process.stdin can make sockets of its own: its dangerous methods go with the first handle seen. */
function patchHandle(handle) {
  const prototype = handle === null || typeof handle !== "object" ? null : getPrototypeOf(handle);
  if (prototype === null || apply(weakHas, patchedHandles, [prototype])) return;
  apply(weakAdd, patchedHandles, [prototype]);
  deny(prototype, HANDLE_METHODS, "net.handle", (parameters) => parameters[1]);
}

onBuiltin("net", (net) => {
  fix(net, "connect", denial("net.connect", toTarget));
  fix(net, "createConnection", denial("net.connect", toTarget));
  fix(net.Socket.prototype, "connect", denial("net.connect", toTarget));
  fix(net.Server.prototype, "listen", denial("net.listen", toTarget));
  fix(net.Server.prototype, "_listen2", denial("net.listen", toTarget));
  deny(net, ["_createServerHandle"], "net", toTarget);
  // Every handle of every socket is assigned to one symbol; the accessor sees it before code can.
  const handles = new WeakMap();
  const handleKey = Object.getOwnPropertySymbols(new net.Socket()).find((symbol) => symbol.description === "kHandle");
  if (handleKey === undefined) throw new Error("net.Socket of this Node has no kHandle");
  defineProperty(net.Socket.prototype, handleKey, {
    configurable: false,
    enumerable: false,
    get() {
      return apply(weakGet, handles, [this]) ?? null;
    },
    set(handle) {
      patchHandle(handle);
      apply(weakSet, handles, [this, handle]);
    },
  });
});
onBuiltin("dgram", (dgram) => {
  const target = (parameters) =>
    parameters.filter((value) => typeof value === "number" || typeof value === "string").join(" ");
  deny(dgram, ["_createSocketHandle"], "dgram");
  deny(dgram.Socket.prototype, ["bind", "connect", "send", "sendto", "addMembership"], "dgram", target);
});

function denyLookups(dns) {
  const names = Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name));
  deny(dns, names, "dns", (parameters) => parameters[0]);
  const methods = Object.getOwnPropertyNames(dns.Resolver.prototype).filter((name) => /^(resolve|reverse)/.test(name));
  deny(dns.Resolver.prototype, methods, "dns", (parameters) => parameters[0]);
}
onBuiltin("dns", (dns) => {
  denyLookups(dns);
  denyLookups(dns.promises);
  deny(dns, ["setServers"], "dns");
});
onBuiltin("dns/promises", denyLookups);
onBuiltin("cluster", (cluster) => deny(cluster, ["fork"], "cluster"));

// WebSocket and EventSource also end in net.Socket; touching them here would load all of undici (45 ms on Node 24).
if ("fetch" in globalThis)
  fix(
    globalThis,
    "fetch",
    denial("fetch", (parameters) => parameters[0]?.url ?? parameters[0]),
  );
finish();
