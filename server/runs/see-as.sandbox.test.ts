import { expect, test } from "vitest";
import type { WireEvent } from "#server/loop/events";
import { seeAs } from "./see-as";
import { openWorkbench, QUESTION, toWordCount } from "./testing";

const counter = toWordCount();
const writer = `${counter["CAPABILITY.yaml"]?.replace("word-count", "word-writer")}tree: { routing: { min_tier: task_write } }\n`;

test("a run reads in its prompt what seeAs showed before it, part by part and in this order", async () => {
  await using bench = await openWorkbench({
    capabilities: {
      "word-count": counter,
      "word-writer": { ...counter, "CAPABILITY.yaml": writer },
    },
  });
  const { id } = await bench.runs.start({ message: QUESTION, allowDrafts: false, by: "ada" });
  const events: WireEvent[] = [];
  for await (const batch of bench.runs.follow(id, null, AbortSignal.timeout(20_000))) events.push(...batch.events);
  const started = events.find((event) => event.type === "run_started")?.payload as { tier: "question" } | undefined;
  const request = events.find((event) => event.type === "model_request")?.payload as
    | { system: string; user: string }
    | undefined;
  const tier = started?.tier ?? "question";
  const sight = seeAs(bench.registry.current(), { tier, scope: "", mode: "full", focusMode: "default" });
  expect(sight.names).toContain("word-count");
  expect(sight.leftOut.find(({ reason }) => reason === "tier")?.names).toContain("word-writer");
  let rest = `${request?.system}\n${request?.user}`;
  for (const { name, body } of sight.prompt.sections) {
    const at = rest.indexOf(body);
    expect(at, `${name} in the prompt`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at + body.length);
  }
  expect(rest).not.toContain("word-writer");
});
