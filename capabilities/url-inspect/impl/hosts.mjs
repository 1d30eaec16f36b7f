import { BlockList, isIP } from "node:net";
import { domainToUnicode } from "node:url";
import { findLatinDouble, isMixed, scriptsOf } from "./lookalikes.mjs";

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
]) {
  privateNetworks.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
]) {
  privateNetworks.addSubnet(network, prefix, "ipv6");
}

/** Addresses at which cloud machines answer about themselves, credentials included. */
const METADATA = new Set(["169.254.169.254", "metadata.google.internal", "fd00:ec2::254"]);
const LOCAL_NAME = /^localhost$|\.(?:localhost|local|internal|lan|home|corp|intranet)$/;

export const plainHost = (url) => url.hostname.replace(/^\[|\]$/g, "");

export function toUnicodeHost(url) {
  return domainToUnicode(url.hostname) || url.hostname;
}

function findAddressNotices(host, written) {
  const notices = [];
  const version = isIP(host);
  if (METADATA.has(host)) {
    notices.push({
      code: "metadata_address",
      message: `${host} is where cloud machines answer about themselves, credentials included.`,
    });
  }
  const isPrivate = version !== 0 && privateNetworks.check(host, version === 4 ? "ipv4" : "ipv6");
  if (isPrivate || LOCAL_NAME.test(host)) {
    notices.push({
      code: "private_address",
      message: `${host} leads into this machine or a private network, not to the internet.`,
    });
  }
  if (version === 4 && !written.includes(host)) {
    notices.push({ code: "disguised_address", message: `The host is the address ${host}, written in another form.` });
  }
  return notices;
}

function findLabelNotices(label) {
  const double = findLatinDouble(label);
  if (double !== null) {
    const scripts = scriptsOf(label).join(" and ");
    return [{ code: "lookalike", message: `"${label}" is written in ${scripts} letters and looks like "${double}".` }];
  }
  if (!isMixed(label)) return [];
  return [{ code: "mixed_scripts", message: `"${label}" mixes ${scriptsOf(label).join(" and ")} letters.` }];
}

/** What is worth knowing about the host; `written` is the address as it was given. */
export function findHostNotices(url, written) {
  const unicode = toUnicodeHost(url);
  const notices = [...findAddressNotices(plainHost(url), written), ...unicode.split(".").flatMap(findLabelNotices)];
  if (url.hostname.includes("xn--")) {
    notices.push({ code: "internationalised", message: `The host ${url.hostname} is shown as ${unicode}.` });
  }
  return notices;
}
