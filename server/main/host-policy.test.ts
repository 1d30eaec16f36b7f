import { describe, expect, test } from "vitest";
import { createHostPolicy, isAllowedHost, isAllowedOrigin } from "./host-policy";

const policy = createHostPolicy("127.0.0.1", 3210);

describe("Host", () => {
  test.each([
    ["localhost:3210", true],
    ["LOCALHOST:3210", true],
    ["127.0.0.1:3210", true],
    ["[::1]:3210", true],
    ["localhost", false],
    ["localhost:3211", false],
    ["localhost.:3210", false],
    ["evil.example", false],
    ["evil.example:3210", false],
    ["127.0.0.1:3210.evil.example", false],
    ["127.0.0.1.evil.example:3210", false],
    ["localhost:3210@evil.example", false],
    ["0.0.0.0:3210", false],
    ["", false],
    [undefined, false],
  ])("%s is served: %s", (host, isServed) => expect(isAllowedHost(policy, host)).toBe(isServed));

  test("a configured name is served, another machine's is not", () => {
    const named = createHostPolicy("Capstan.internal", 3210);
    expect(isAllowedHost(named, "capstan.internal:3210")).toBe(true);
    expect(isAllowedHost(named, "other.internal:3210")).toBe(false);
  });

  test("a wildcard host serves this machine's addresses and no other name", () => {
    const wildcard = createHostPolicy("0.0.0.0", 3210, ["192.168.1.5", "fd00::5"]);
    expect(isAllowedHost(wildcard, "192.168.1.5:3210")).toBe(true);
    expect(isAllowedHost(wildcard, "[fd00::5]:3210")).toBe(true);
    expect(isAllowedHost(wildcard, "192.168.1.6:3210")).toBe(false);
    expect(isAllowedHost(wildcard, "evil.example:3210")).toBe(false);
  });

  test("port 80 needs no port in the header", () => {
    expect(isAllowedHost(createHostPolicy("127.0.0.1", 80), "localhost")).toBe(true);
  });
});

describe("Origin", () => {
  test.each([
    [undefined, true],
    ["http://localhost:3210", true],
    ["http://127.0.0.1:3210", true],
    ["http://[::1]:3210", true],
    ["https://localhost:3210", false],
    ["http://localhost:3000", false],
    ["http://evil.example", false],
    ["http://evil.example:3210", false],
    ["http://localhost:3210.evil.example", false],
    ["null", false],
    ["", false],
  ])("%s is served: %s", (origin, isServed) => expect(isAllowedOrigin(policy, origin)).toBe(isServed));
});
