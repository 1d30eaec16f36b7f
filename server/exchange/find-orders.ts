/** Phrases by which a text speaks to the model that reads it and not about what the tool does, in the order they are tried. */
const ORDERS = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|above|prior|earlier|other|all)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules|messages|triggers)\b/i,
  /\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show|ask|warn)\b[^.\n]{0,40}\b(?:user|human|anyone)\b/i,
  /<\/?(?:important|system|instructions?|secret)>/i,
  /\byou (?:must|shall|have to|are required to)\b[^.\n]{0,60}/i,
  /\b(?:always|never|first)\s+(?:call|use|run|invoke|answer)\b[^.\n]{0,40}/i,
  /\b(?:MUST|ALWAYS|NEVER|FIRST|BEFORE|DO NOT|TRIGGER|SKIP)\b[^.\n]{0,40}/,
  /(?:忽略|无视)[^。\n]{0,12}(?:指令|提示|规则)|不要(?:告诉|提醒|询问)用户/,
] as const;

const QUOTE_CHARACTERS_MAX = 60;

/**
 * The first phrase of a description that orders the reading model about, cut to a quotable length; undefined when it only
 * describes. A flag for the person who imports it, never a reason to refuse: good tools say "always use absolute paths".
 */
export function findOrder(description: string): string | undefined {
  for (const order of ORDERS) {
    const phrase = order.exec(description)?.[0].replace(/\s+/g, " ").trim();
    if (phrase === undefined) continue;
    return phrase.length > QUOTE_CHARACTERS_MAX ? `${phrase.slice(0, QUOTE_CHARACTERS_MAX)}…` : phrase;
  }
  return undefined;
}
