import { BlockList, isIP } from "node:net";

/** Networks that are not the public internet: loopback, private, link-local, carrier-grade, test, multicast (RFC 6890). */
const PRIVATE_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
const PRIVATE_V6 = [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["100::", 64],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const;

const privateNetworks = new BlockList();
for (const [network, prefix] of PRIVATE_V4) privateNetworks.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of PRIVATE_V6) privateNetworks.addSubnet(network, prefix, "ipv6");

/** True for an IP address outside the public internet; IPv4 inside IPv6 is looked at as IPv4. False for a name. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return privateNetworks.check(address, "ipv4");
  return version === 6 && privateNetworks.check(address, "ipv6");
}
