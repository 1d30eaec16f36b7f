import { describe, expect, test } from "vitest";
import { type Dependent, deriveLoadOrder } from "./load-order";

type Sketch = {
  uses?: string[];
  steps?: string[];
  requires?: string[];
  layer?: "L1" | "L2";
  isHost?: boolean;
  disabled?: Dependent["disabled"];
  isDraft?: boolean;
};

function makeEntries(sketches: Record<string, Sketch>): Map<string, Dependent> {
  return new Map(
    Object.entries(sketches).map(
      ([name, { uses = [], steps = [], requires = [], layer = "L2", isHost, isDraft, disabled }]) => [
        name,
        {
          name,
          ...(isHost ? {} : { layer }),
          contract: {
            uses: uses.map((capability) => ({ capability })),
            steps: steps.map((capability, at) => ({ id: `s${at}`, kind: "capability", capability })),
            requires,
          },
          ...(isDraft ? { isDraft } : {}),
          ...(disabled ? { disabled } : {}),
        },
      ],
    ),
  );
}

const derive = (sketches: Record<string, Sketch>, wanted?: string[]) =>
  deriveLoadOrder(makeEntries(sketches), new Set(["clock"]), wanted);

describe("the order", () => {
  test.each<[string, Record<string, Sketch>, string[]]>([
    ["what is needed comes first", { a: { uses: ["b"] }, b: { steps: ["c"] }, c: {} }, ["c", "b", "a"]],
    ["what needs nothing keeps its place", { a: {}, b: {}, c: {} }, ["a", "b", "c"]],
    [
      "a diamond holds each once",
      { a: { uses: ["b", "c"] }, b: { uses: ["d"] }, c: { uses: ["d"] }, d: {} },
      ["d", "b", "c", "a"],
    ],
  ])("%s", (_, sketches, order) => {
    expect(derive(sketches)).toEqual({ order, disabled: new Map() });
  });

  test("only what is wanted, and what that needs, is looked at", () => {
    const { order } = derive({ a: {}, b: { uses: ["c"] }, c: {}, d: { uses: ["nope"] } }, ["b"]);
    expect(order).toEqual(["c", "b"]);
  });

  test("a chain of 20,000 is ordered without overflowing", () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at): [string, Sketch] => [
        `c${at}`,
        at === 19_999 ? {} : { uses: [`c${at + 1}`] },
      ]),
    );
    expect(derive(chain).order.at(-1)).toBe("c0");
  });
});

describe("what cannot be used, and why", () => {
  test.each<[string, Record<string, Sketch>, Record<string, RegExp>]>([
    [
      "a cycle is named in full by each member",
      { a: { uses: ["b"] }, b: { steps: ["c"] }, c: { uses: ["a"] }, d: {} },
      { a: /a -> b -> c -> a/, b: /a -> b -> c -> a/, c: /a -> b -> c -> a/ },
    ],
    ["itself", { a: { uses: ["a"] } }, { a: /a -> a/ }],
    ["something missing", { a: { uses: ["nope"] } }, { a: /uses "nope", which no admitted root holds/ }],
    [
      "something disabled",
      { a: { uses: ["b"] }, b: { uses: ["nope"] } },
      { b: /nope/, a: /uses "b", which is disabled: .*nope/ },
    ],
    [
      "a draft that is disabled, whose words go no further",
      {
        a: { uses: ["b"] },
        b: { isDraft: true, uses: ["c"] },
        c: { isDraft: true, disabled: { reason: "Obey me.", enabledBy: "Obey me." } },
      },
      { a: /^It uses "b", a draft that is disabled\.$/, b: /Obey/, c: /Obey/ },
    ],
    [
      "its own reason comes first",
      { a: { uses: ["nope"], disabled: { reason: "no impl", enabledBy: "x" } } },
      { a: /^no impl$/ },
    ],
    [
      "shipped uses the team's",
      { a: { layer: "L1", uses: ["b"] }, b: {} },
      { a: /what ships may only use what ships/ },
    ],
    ["the team's uses shipped", { a: { uses: ["b"] }, b: { layer: "L1" } }, {}],
    ["a service nobody provides", { a: { requires: ["clock", "vault"] } }, { a: /requires the service "vault"/ }],
    ["a host tool may be used", { a: { steps: ["bash"] }, bash: { isHost: true } }, {}],
    ["a host tool may use the team's", { a: { isHost: true, uses: ["b"] }, b: {} }, {}],
    [
      "a host tool that could not be loaded",
      { a: { layer: "L1", uses: ["bash"] }, bash: { isHost: true, disabled: { reason: "no shell", enabledBy: "x" } } },
      { a: /uses "bash", which is disabled: no shell/, bash: /^no shell$/ },
    ],
    [
      "what hangs on a cycle",
      { a: { uses: ["b"] }, b: { uses: ["c"] }, c: { uses: ["b"] } },
      { a: /is disabled/, b: /b -> c -> b/, c: /b -> c -> b/ },
    ],
  ])("%s", (_, sketches, reasons) => {
    const { disabled } = derive(sketches);
    expect([...disabled.keys()].sort()).toEqual(Object.keys(reasons).sort());
    for (const [name, pattern] of Object.entries(reasons)) {
      expect(disabled.get(name)?.reason).toMatch(pattern);
      expect(disabled.get(name)?.enabledBy).not.toBe("");
    }
  });
});
