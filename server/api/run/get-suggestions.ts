import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Questions with everything a capability needs in them, so that the offline planner can answer too. */
const QUESTIONS = [
  { capability: "query_ticket_status", question: "What is the status of ticket TK-20241215-001?" },
  { capability: "cron-explain", question: "When does the cron expression `30 9 * * 1-5` fire?" },
  { capability: "semver-range", question: "Does version 1.4.2 satisfy the semver range `^1.2.0`?" },
  { capability: "url-inspect", question: "Inspect this URL: https://user:secret@example.com:8443/a/b?x=1&y=2#top" },
  { capability: "json-query", question: 'Query this JSON with $.name: {"name": "capstan", "stars": 3}' },
] as const;

const SHOWN = 3;

/** Three questions that can be answered now: their capabilities are trusted and enabled. */
export const getSuggestions = actorProcedure("read")
  .output(z.array(z.object({ question: z.string(), capability: z.string() })))
  .query(({ ctx }) => {
    const { entries } = ctx.services.registry.current();
    return QUESTIONS.filter(({ capability }) => {
      const entry = entries.get(capability);
      return entry?.state === "trusted" && !entry.disabled;
    }).slice(0, SHOWN);
  });
