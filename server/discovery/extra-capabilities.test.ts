import fc from "fast-check";
import { expect, test } from "vitest";
import { addExtra, EXTRA_CAP, NO_EXTRA, renderExtra } from "./extra-capabilities";

const tools = (...names: string[]) => names.map((name) => ({ name, kind: "tool" as const }));

test("a name that is there moves to the newest place, a new one is appended, an empty one is ignored", () => {
  const first = addExtra(NO_EXTRA, tools("a", "b", "c", ""));
  const second = addExtra(first.extra, [...tools("a"), { name: "s", kind: "skill" }]);
  expect(second.extra).toEqual({ tool: ["b", "c", "a"], forge: [], skill: ["s"], focus_mode: [] });
  expect([first.added, second.added, second.evicted]).toEqual([["a", "b", "c"], ["s"], []]);
});

test("the eleventh of a kind makes the oldest leave, and other kinds keep theirs", () => {
  const names = Array.from({ length: 10 }, (_, index) => `t${index}`);
  const full = addExtra(NO_EXTRA, [...tools(...names), { name: "f", kind: "forge" }]).extra;
  const next = addExtra(full, tools("t0", "new"));
  expect(next.extra.tool).toEqual([...names.slice(2), "t0", "new"]);
  expect(next.extra.forge).toEqual(["f"]);
  expect([next.added, next.evicted]).toEqual([["new"], ["t1"]]);
});

test("whatever is added, no kind holds more than ten, none twice, and nothing given is changed", () => {
  const hit = fc.record({
    name: fc.constantFrom(..."abcdefghijklmno"),
    kind: fc.constantFrom("tool" as const, "forge" as const, "skill" as const),
  });
  fc.assert(
    fc.property(fc.array(fc.array(hit, { maxLength: 20 }), { maxLength: 5 }), (rounds) => {
      let extra = NO_EXTRA;
      for (const hits of rounds) {
        const before = structuredClone(extra);
        const next = addExtra(extra, hits);
        expect(extra).toEqual(before);
        for (const names of Object.values(next.extra)) {
          expect(names.length).toBeLessThanOrEqual(EXTRA_CAP);
          expect(new Set(names).size).toBe(names.length);
        }
        extra = next.extra;
      }
    }),
    { numRuns: 100 },
  );
});

test("the prompt section shows kinds in order with count and cap, and cuts a description between characters", () => {
  const extra = { tool: ["a", "gone"], forge: [], skill: ["s"], focus_mode: [] };
  const rendered = renderExtra(extra, (_, name) =>
    name === "gone"
      ? undefined
      : { title: name === "a" ? "Alpha" : "", description: name === "s" ? "能".repeat(60) : "Does it." },
  );
  expect(rendered).toBe(
    `### Tools (1/10)\n* \`a\` (Alpha): Does it.\n\n### Skills (1/10)\n* \`s\`: ${"能".repeat(50)}...`,
  );
  expect(renderExtra(NO_EXTRA, () => undefined)).toBe("");
});
