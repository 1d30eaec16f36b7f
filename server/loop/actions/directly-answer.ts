import { z } from "zod";
import { defineAction } from "./action";

/** Gives the answer and leaves the loop. The newer yaklang delivers and goes on; one answer a question is what people expect. */
export const directlyAnswer = defineAction({
  action: "directly_answer",
  rule: "You know the answer: give it in answer_payload. Ends the loop.",
  params: z.object({
    answer_payload: z
      .string()
      .trim()
      .min(1, "is empty; write the answer")
      .describe("directly_answer: the whole answer."),
  }),
  run: async () => ({ kind: "exit" }),
});
