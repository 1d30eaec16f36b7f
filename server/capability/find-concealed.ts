/** Why a run of characters is not seen: what a person would say of it. */
export type ConcealedKind = "tags" | "bidi" | "variation" | "filler" | "zero_width" | "control";

/** Neighbouring characters of one kind that a reader does not see. */
export type ConcealedRun = {
  kind: ConcealedKind;
  /** Where the run begins, in UTF-16 units of the text; line and column count from 1. */
  offset: number;
  line: number;
  column: number;
  /** As a person quotes them, in order: "U+E0041". */
  codes: string[];
  /** What TAG characters spell, for they are ASCII shifted out of sight. */
  spelled?: string;
};

/** Scripts whose words are spelled with joiners: without them Persian, Hindi or Sinhala is misspelled. */
const JOINING = [
  "Arab",
  "Syrc",
  "Nkoo",
  "Mong",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
  "Mymr",
  "Khmr",
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const PICTURE = "\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?";

/** Unseen characters where they are how a thing is written; each stretch is text as a whole. */
const INNOCENT = [
  // A region's flag: a black flag, two letters and up to four more in TAG characters, and their end (UTS #51).
  "\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,4}\\u{E007F}",
  // Families, professions, the rainbow flag: pictures joined into one.
  `${PICTURE}(?:\\u200D${PICTURE})+`,
  `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
  // One selector of a picture's style, of a key, of a Chinese or Mongolian letter's form. More than one says something else.
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{S}])[\\uFE0E\\uFE0F]",
  "[0-9#*]\\uFE0F\\u20E3",
  "(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
  "(?<=\\p{Script=Mong})[\\u180B-\\u180D\\u180F]",
  "(?<=\\p{Script=Mong})\\u180E(?=\\p{Script=Mong})",
].join("|");

/** Controls but tab and the ends of lines, and everything Unicode calls ignorable by default. */
const UNSEEN = "(?!\\t|\\n|\\r(?![^\\n]))[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\uFFF9-\\uFFFB]";

/** Most texts hold none, and this alone finds that out in a tenth of the time. */
const ANY_UNSEEN = new RegExp(UNSEEN, "u");

const KINDS: readonly [kind: ConcealedKind, characters: RegExp][] = [
  ["tags", /^[\u{E0000}-\u{E007F}]$/u],
  ["bidi", /^[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]$/u],
  ["variation", /^[\uFE00-\uFE0F\u{E0100}-\u{E01EF}\u180B-\u180D\u180F]$/u],
  ["filler", /^[\u115F\u1160\u3164\uFFA0\u17B4\u17B5]$/u],
  ["control", /^[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB]$/u],
];

function kindOf(character: string): ConcealedKind {
  return KINDS.find(([, characters]) => characters.test(character))?.[0] ?? "zero_width";
}

function toCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function toSpelled(characters: readonly string[]): string {
  return characters
    .map((character) => (character.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join("");
}

/**
 * The stretches of a text that hide or reorder what a reader sees, judged in context: a flag, a family of pictures and the
 * joiners of Persian are text; the same characters between Latin letters are not (field-notes 72). A byte order mark at the
 * very beginning is how some editors save. Pure; linear in the text, no stretch is reported twice.
 */
export function findConcealed(text: string): ConcealedRun[] {
  if (!ANY_UNSEEN.test(text)) return [];
  const runs: (ConcealedRun & { characters: string[] })[] = [];
  let [line, lineStart, end] = [1, 0, -1];
  let lineEnd = text.indexOf("\n");
  for (const match of text.matchAll(new RegExp(`(${INNOCENT})|${UNSEEN}`, "gu"))) {
    const [character] = match;
    if (match[1] !== undefined || (match.index === 0 && character === "\uFEFF")) continue;
    for (; lineEnd !== -1 && lineEnd < match.index; lineEnd = text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = lineEnd + 1;
    }
    const kind = kindOf(character);
    const last = runs.at(-1);
    if (last?.kind === kind && match.index === end) last.characters.push(character);
    else {
      const column = match.index - lineStart + 1;
      runs.push({ kind, offset: match.index, line, column, codes: [], characters: [character] });
    }
    end = match.index + character.length;
  }
  return runs.map(({ characters, ...run }) => ({
    ...run,
    codes: characters.map(toCode),
    ...(run.kind === "tags" ? { spelled: toSpelled(characters) } : {}),
  }));
}
