import type { OutlineGroup } from "./graph-outline";
import { layoutGraph } from "./tree-layout";

/** A question carries a number, so that an answer to an older one is told apart. */
export type LayoutQuestion = { number: number; outline: OutlineGroup };
export type LayoutAnswer = { number: number; layout: ReturnType<typeof layoutGraph> };

self.addEventListener("message", ({ data }: MessageEvent<LayoutQuestion>) => {
  const answer: LayoutAnswer = { number: data.number, layout: layoutGraph(data.outline) };
  self.postMessage(answer);
});
