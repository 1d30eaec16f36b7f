import type { JsonValue } from "#server/capability/json";
import { escapePattern, type FieldContext, take, toWords } from "./fill-context";
import { type MessageFacts, parseMessage } from "./message-facts";
import type { FlatSchema } from "./schema-view";

type Source = (facts: MessageFacts) => readonly string[];

const FORMATS: Record<string, Source> = {
  uri: ({ urls }) => urls,
  url: ({ urls }) => urls,
  "uri-reference": ({ urls }) => urls,
  email: ({ emails }) => emails,
  date: ({ dates }) => dates.map((date) => date.slice(0, 10)),
  "date-time": ({ dates }) => dates.filter((date) => date.length > 10),
  uuid: ({ uuids }) => uuids,
};

/** The kinds of fact that a whole example may be. */
const EXAMPLE_KINDS: readonly Source[] = [
  ({ urls }) => urls,
  ({ emails }) => emails,
  ({ crons }) => crons,
  ({ jsonPaths }) => jsonPaths,
  ({ uuids }) => uuids,
  ({ dates }) => dates,
  ({ versions }) => versions,
  ({ ranges }) => ranges,
];

/** What a field of that name holds where no example tells; the first that fits decides. */
const NAME_KINDS: readonly { inName: RegExp; source: Source }[] = [
  { inName: /^(?:ur[li]|link|href|website)s?$|_ur[li]s?$/i, source: ({ urls }) => urls },
  { inName: /e-?mail/i, source: ({ emails }) => emails },
  { inName: /cron/i, source: ({ crons }) => crons },
  { inName: /range|constraint/i, source: ({ ranges }) => ranges },
  { inName: /version/i, source: ({ versions }) => versions },
  { inName: /^(?:json_?)?path$/i, source: ({ jsonPaths }) => jsonPaths },
  { inName: /^(?:date|day|from|since|until|at|now)$|_(?:date|at)$/i, source: ({ dates }) => dates },
];

/** The kind of fact that a field holds, told by its examples or its name; undefined when neither tells. */
export function findKind(name: string, examples: readonly JsonValue[]): Source | undefined {
  for (const example of examples) {
    if (typeof example !== "string") continue;
    const facts = parseMessage(example);
    const kind = EXAMPLE_KINDS.find((source) => source(facts)[0] === example);
    if (kind) return kind;
  }
  return NAME_KINDS.find(({ inName }) => inName.test(name))?.source;
}

const IS_JSON = /json/i;
/** Fields that take a whole pasted text. */
const IS_BODY =
  /text|content|body|csv|log|lines?|data|source|document|markdown|diff|code|before|after|left|right|old|new|original|changed|table|yaml|xml/i;
const IS_QUESTION = /^(?:query|question|message|prompt|topic|keywords?|search|subject|instruction)$/i;

/**
 * Finds the string for one field, in this order: "name: value" in the message, the pattern or format, the shape of the
 * examples, the kind its name tells, pasted data for a field that takes text, a quotation. Undefined when the message says
 * nothing of the kind.
 */
export function fillString(name: string, schema: FlatSchema, context: FieldContext): string | undefined {
  const { facts, used, required } = context;
  const source = schema.format ? FORMATS[schema.format] : undefined;
  if (source) return takeFirst(source(facts), used);
  if (schema.pattern) return findByPattern(schema.pattern, schema.examples, facts) ?? findLabelled(name, facts);
  const kind = findKind(name, schema.examples);
  if (kind) return takeFirst(kind(facts), used) ?? findLabelled(name, facts);
  if (IS_JSON.test(name) || /\bJSON (?:text|document)\b/.test(schema.description)) {
    const json = takeFirst(
      facts.jsons.map(({ text }) => text),
      used,
    );
    if (json !== undefined) return json;
  }
  const labelled = findLabelled(name, facts);
  if (labelled !== undefined) return labelled;
  const shaped = findByExampleShape(schema.examples, facts);
  if (shaped !== undefined) return shaped;
  if (IS_BODY.test(name))
    return takeFirst(facts.blocks, used) ?? (required ? takeFirst(facts.quotes, used) : undefined);
  if (!required) return undefined;
  if (IS_QUESTION.test(name)) return takeFirst(facts.quotes, used) ?? facts.text;
  return takeFirst(facts.quotes, used) ?? (context.isOnlyRequired ? takeFirst(facts.blocks, used) : undefined);
}

function takeFirst(values: readonly string[], used: Set<JsonValue>): string | undefined {
  return values.find((value) => take(used, value));
}

/** A labelled part of several lines ("before:" up to the next label), else "ticket_id = TK-1" in the request. */
function findLabelled(name: string, { text, request }: MessageFacts): string | undefined {
  const label = toWords(name).map(escapePattern).join("[\\s_-]*");
  const part = new RegExp(
    `(?:^|\\n)[ \\t]*${label}[ \\t]*[:：][ \\t]*\\n([\\s\\S]+?)(?=\\n[ \\t]*[\\p{L}_ ]{1,24}[:：][ \\t]*(?:\\n|$)|$)`,
    "iu",
  ).exec(text);
  if (part?.[1]) return part[1].trimEnd();
  const pair = new RegExp(
    `(?<![\\p{L}\\p{N}_])${label}\\s*(?:=|:|：|为|是)\\s*(?:"([^"\\n]*)"|'([^'\\n]*)'|\`([^\`\\n]*)\`|([^\\s,;，；。]+))`,
    "iu",
  ).exec(request);
  return pair?.slice(1).find((value) => value !== undefined);
}

/** A repeated group that repeats inside can take for ever on a text made for it; such a pattern is left to the validator. */
const IS_EXPLOSIVE = /\([^)]*[+*}][^)]*\)[+*{]/;
const WORD_LENGTH_MAX = 200;

/** A word or quotation that matches the pattern, else a word that becomes a match when it is completed by the examples. */
function findByPattern(pattern: string, examples: readonly JsonValue[], facts: MessageFacts): string | undefined {
  const whole = IS_EXPLOSIVE.test(pattern) ? undefined : toRegExp(pattern);
  if (!whole) return undefined;
  const inner = pattern.replace(/^\^/, "").replace(/\\([-_])/g, "$1");
  const prefix = /^[A-Za-z0-9_-]+/.exec(inner)?.[0] ?? "";
  const words = (facts.text.match(/[!-~]+|\p{L}+/gu) ?? []).flatMap((word) => [word, word.replace(/^\W+|\W+$/g, "")]);
  const completed = facts.codes.flatMap((code) => [
    `${prefix}${code}`,
    ...examples.map((example) => pourDigits(code, String(example))),
  ]);
  return [...facts.codes, ...facts.quotes, ...words, ...completed].find(
    (candidate) => candidate !== "" && candidate.length <= WORD_LENGTH_MAX && whole.test(candidate),
  );
}

/**
 * Matches the examples' own form: TK-20241215-001 asks for the letters TK, eight digits, three digits. The first example is
 * the full form; digits that fill it exactly are completed to it before a shorter example may match.
 */
function findByExampleShape(examples: readonly JsonValue[], facts: MessageFacts): string | undefined {
  const codes = examples
    .filter((example) => typeof example === "string")
    .filter((example) => /^[\w#/-]*\d[\w#/-]*$/.test(example));
  const [full, ...others] = codes;
  if (full === undefined) return undefined;
  const completed = () => facts.codes.map((code) => pourDigits(code, full)).find((candidate) => candidate !== "");
  return findShape(full, facts) ?? completed() ?? others.map((code) => findShape(code, facts)).find(Boolean);
}

function findShape(example: string, { text }: MessageFacts): string | undefined {
  const shape = escapePattern(example).replace(/\d+/g, (digits) => `\\d{${digits.length}}`);
  return new RegExp(`(?<![\\w-])${shape}(?![\\w-])`, "i").exec(text)?.[0];
}

/** 20241215001 poured into the form TK-20241215-001; "" when the number of digits differs or the code has its own letters. */
function pourDigits(code: string, form: string): string {
  const digits = code.replace(/\D/g, "");
  if (/[A-Za-z]/.test(code) || digits.length < 3 || digits.length !== form.replace(/\D/g, "").length) return "";
  let next = 0;
  return form.replace(/\d/g, () => digits[next++] ?? "");
}

function toRegExp(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Without the u flag more patterns are legal; one that is illegal either way is the validator's finding.
    }
  }
  return undefined;
}
