import { addExtra } from "#server/discovery/extra-capabilities";
import type { SearchHit } from "#server/discovery/hit";
import type { PayloadOf } from "./events";
import { namedCapability } from "./steps";
import { type Turn, taskOf } from "./turn";

/**
 * Finds what may help this turn: searches the message and what the last step asked for in vain, adds the hits to the
 * extra capabilities of the prompt, and keeps for people what matched but may not be used.
 */
export function discover(turn: Turn): PayloadOf<"discovery"> {
  const { message } = turn.journal.state.settings;
  return recordSearch(turn, [message, ...gapsOf(turn)]);
}

/** Names the last step asked for and nobody answered to: the gap the loop stands before now. */
function gapsOf(turn: Turn): string[] {
  const last = taskOf(turn).steps.at(-1);
  const name = last?.observations.some((seen) => seen.isError) ? namedCapability(last) : null;
  return name === null || turn.view.get(name) ? [] : [name];
}

/** Searches each query and records all of it as one `discovery` event. Empty and repeated queries count once or not. */
export function recordSearch(turn: Turn, texts: readonly string[]): PayloadOf<"discovery"> {
  const { journal, ports, view, searches } = turn;
  return journal.record("discovery", () => {
    const startedAt = ports.now();
    const queries = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
    const found = queries.map((query) => searches(query, { view, loop: taskOf(turn).loop }));
    const hits = uniqueByName(found.flatMap((search) => search.hits));
    const mentions = uniqueByName(found.flatMap((search) => search.mentions));
    const loaded = new Set(journal.state.loadedSkills.map((skill) => skill.name));
    const usable = [...hits.toReversed(), ...mentions].filter((hit) => view.get(hit.name) && !loaded.has(hit.name));
    return {
      ...turn.place,
      type: "discovery",
      payload: {
        queries,
        hits,
        mentions,
        refused: uniqueByName(found.flatMap((search) => search.refused)),
        searched: view.index.size,
        // Newest wins, so the best hit comes last and a mention after every hit.
        ...addExtra(journal.state.extra, usable),
        durationMs: ports.now() - startedAt,
      },
    };
  }).payload;
}

function uniqueByName<T extends { name: string }>(found: readonly T[]): T[] {
  const seen = new Set<string>();
  return found.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** Hits and mentions of a turn that may be used, each once, best first. */
export function usableHits(turn: Turn): SearchHit[] {
  const discovery = turn.journal.state.turn?.discovery;
  if (!discovery) return [];
  return uniqueByName([...discovery.mentions, ...discovery.hits]).filter((hit) => turn.view.get(hit.name));
}
