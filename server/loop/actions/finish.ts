import { z } from "zod";
import { defineAction } from "./action";

/** Leaves the loop without an answer of its own; the newest observation then is what the person reads. */
export const finish = defineAction({
  action: "finish",
  rule: "Nothing more can be done and there is nothing to say. Ends the loop; prefer directly_answer.",
  params: z.object({}),
  run: async () => ({ kind: "exit" }),
});
