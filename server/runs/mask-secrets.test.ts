import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMask } from "./mask-secrets";

const mask = createMask(() => ["configured-key-1", "short"]);

describe("a secret in a text is masked", () => {
  test.each([
    ["an OpenAI key", "key sk-proj-abcdefghijklmnop1234 end", "key sk-[masked] end"],
    ["a GitHub token", "ghp_abcdefghijklmnopqrstuvwxyz012345", "ghp_[masked]"],
    ["an AWS key", "AKIAIOSFODNN7EXAMPLE", "AKIA[masked]"],
    ["a bearer token", "Authorization: Bearer abcdef0123456789abcdef", "Authorization: Bearer [masked]"],
    ["basic credentials", 'authorization: "Basic dXNlcjpwYXNz"', 'authorization: "Basic [masked]"'],
    ["a password in an address", "postgres://bob:s3cr:et@db/x", "postgres://bob:[masked]@db/x"],
    ["a password without a user", "redis://:hunter22@cache", "redis://:[masked]@cache"],
    ["a key in a query", "https://a.test/?x=1&api_key=abc123&y=2", "https://a.test/?x=1&api_key=[masked]&y=2"],
    ["a JSON web token", "t eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc t", "t [masked] t"],
    ["an assignment", "export API_KEY=abcd1234", "export API_KEY=[masked]"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "[masked]"],
    ["the configured key, wherever it stands", "xconfigured-key-1y", "x[masked]y"],
  ])("%s", (_name, text, expected) => {
    expect(mask.text(text)).toBe(expected);
    expect(mask.text(mask.text(text))).toBe(expected);
  });
});

test.each([
  "a bearer of good news arrives",
  "Basic information about authorization",
  "https://a.test/path?query=token",
  "task-light and skill sk-short",
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "short words stay",
  "user@example.com: hello",
])("ordinary text stays as it is: %s", (text) => {
  expect(mask.text(text)).toBe(text);
});

test("properties named like a secret are masked at any depth, others stay", () => {
  const value = { headers: [{ Authorization: "x", "X-Api-Key": "y", accept: "z" }], password: "", tokens: 3, n: null };
  expect(mask.json(value)).toEqual({
    headers: [{ Authorization: "[masked]", "X-Api-Key": "[masked]", accept: "z" }],
    password: "",
    tokens: 3,
    n: null,
  });
});

/** What the rules look for, in pieces, with what JSON writes in another way between them. */
const PIECES = [
  ..."\n \t\"\\'=:@/?&-_é\u2028",
  ...["sk-", "ghp_", "github_pat_", "AKIA", "ASIA", "AIza", "eyJ", "Bearer", "authorization", "Basic", "://", "bob"],
  ...["api_key", "API-KEY", "client_secret", "PASSWORD", "passwd", "token", "sig", "cookie", "access_token"],
  ...["abcdef0123456789abcdef", "ABCDEF0123456789", "word", 'quoted"key-\\2'],
  ...["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", ".eyJ"],
];

test("whatever would be masked shows in the JSON", () => {
  const own = createMask(() => ['quoted"key-\\2', ""]);
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(""));
  const value = fc.oneof(text, fc.array(text), fc.dictionary(fc.constantFrom(...PIECES), text));
  let masked = 0;
  fc.assert(
    fc.property(value, (candidate) => {
      const before = JSON.stringify(candidate);
      if (JSON.stringify(own.json(candidate)) === before) return;
      masked += 1;
      expect(own.mayHoldSecret(before)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  expect(masked).toBeGreaterThan(200);
});

test("an ordinary prompt raises no alarm", () => {
  const prompt = 'Use {"@action": "directly_call_tool", "directly_call_tool_params": {}} at http://a.test:80/x#y@z';
  expect(mask.mayHoldSecret(JSON.stringify({ system: prompt, maxTokens: 3 }))).toBe(false);
});

test("a text of 20 MB is masked in well under a second", () => {
  const text = "2026-11-30T12:00:00Z INFO request served in 12 ms from 10.0.0.1:8080\n".repeat(300_000);
  const startedAt = performance.now();
  expect(mask.text(text)).toBe(text);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
