import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { WireEvent } from "#server/loop/events";
import { makeHangingModels, openWorkbench, toWordCount, type Workbench } from "./testing";

/** A process with a whole room of its own, which says what it started and then waits to be killed. */
const VICTIM = `
  const { makeHangingModels, openWorkbench, QUESTION, toWordCount } = await import("#server/runs/testing");
  const [from, event, body] = JSON.parse(process.argv[1]);
  const capabilities = { "word-count": toWordCount(body ?? undefined) };
  const bench = await openWorkbench({ capabilities, models: makeHangingModels(from ?? Infinity) });
  const { id } = await bench.runs.start({ message: QUESTION, allowDrafts: false, by: "ada" });
  let left = from ?? 1;
  for await (const { events } of bench.runs.follow(id, null, AbortSignal.timeout(20_000))) {
    left -= events.filter(({ type }) => type === event).length;
    if (left <= 0) break;
  }
  console.log(JSON.stringify({ id, folder: bench.store.folder }));
  setInterval(() => {}, 1_000);
`;

const startedSchema = z.object({ id: z.string(), folder: z.string() });

/** Kills it with no chance to say goodbye, at the moment it names. Answers what is left behind. */
async function killAt(moment: {
  modelCall?: number;
  event: string;
  body?: string;
}): Promise<{ id: string; folder: string }> {
  const argument = JSON.stringify([moment.modelCall ?? null, moment.event, moment.body]);
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", VICTIM, argument], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  return startedSchema.parse(JSON.parse(String(line)));
}

async function follow(
  { runs }: Pick<Workbench, "runs">,
  id: string,
  isEnough: (status: string) => boolean,
): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for await (const batch of runs.follow(id, null, AbortSignal.timeout(20_000))) {
    events.push(...batch.events);
    if (isEnough(batch.summary.status)) break;
  }
  return events;
}

const countOf = (type: string, events: readonly WireEvent[]) => events.filter((event) => event.type === type).length;

test.each([1, 2, 3])(
  "killed during model call %i: interrupted with all its events, resumed without a second call",
  async (modelCall) => {
    const { id, folder } = await killAt({ modelCall, event: "model_request" });
    const models = makeHangingModels(Number.POSITIVE_INFINITY);
    await using bench = await openWorkbench({
      storeFolder: folder,
      capabilities: { "word-count": toWordCount() },
      models,
    });
    const before = await follow(bench, id, (status) => status === "interrupted");
    expect(countOf("model_request", before)).toBe(modelCall);
    expect(countOf("model_result", before)).toBe(modelCall - 1);
    await bench.runs.resume(id, "ada");
    const after = await follow(bench, id, () => false);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await bench.runs.get(id)).toMatchObject({ status: "completed" });
    expect(models.asked).toHaveLength(countOf("model_request", after) - modelCall + 1);
    expect(countOf("tool_call_result", after)).toBe(1);
    expect((await bench.runs.list({ kind: "execution", limit: 5 })).total).toBe(1);
  },
);

test("killed while a capability runs: its execution has failed, the run can be resumed and cancelled", async () => {
  const endless = "setInterval(() => {}, 1000); await new Promise(() => {});";
  const { id, folder } = await killAt({ event: "tool_call_param", body: endless });
  await using bench = await openWorkbench({
    storeFolder: folder,
    capabilities: { "word-count": toWordCount(endless) },
  });
  await follow(bench, id, (status) => status === "interrupted");
  const { runs: dead } = await bench.runs.list({ kind: "execution", limit: 5 });
  for (const execution of dead) await follow(bench, execution.id, (status) => status === "failed");
  await bench.runs.resume(id, "ada");
  await follow(bench, id, (status) => status === "running");
  await bench.runs.cancel(id, "ada");
  expect(await bench.runs.get(id)).toMatchObject({ status: "cancelled" });
});
