/** Letters of other scripts that look like Latin ones (a choice of Unicode's confusables.txt, the ones used in fakes). */
const LATIN_OF = new Map(
  Object.entries({
    а: "a",
    ɑ: "a",
    α: "a",
    в: "b",
    с: "c",
    ϲ: "c",
    ԁ: "d",
    е: "e",
    ҽ: "e",
    ɡ: "g",
    һ: "h",
    н: "h",
    і: "i",
    ı: "i",
    ι: "i",
    ј: "j",
    к: "k",
    κ: "k",
    ӏ: "l",
    ⅼ: "l",
    м: "m",
    п: "n",
    ո: "n",
    о: "o",
    ο: "o",
    օ: "o",
    р: "p",
    ρ: "p",
    ԛ: "q",
    г: "r",
    ѕ: "s",
    т: "t",
    τ: "t",
    υ: "u",
    ս: "u",
    ν: "v",
    ѵ: "v",
    ԝ: "w",
    х: "x",
    χ: "x",
    у: "y",
    γ: "y",
    ᴢ: "z",
  }),
);

const SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Armenian: /\p{Script=Armenian}/u,
  Han: /\p{Script=Han}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Katakana: /\p{Script=Katakana}/u,
  Hangul: /\p{Script=Hangul}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
};
/** Scripts that one word may mix without suspicion, such as Japanese. */
const USUAL_TOGETHER = new Set(["Latin", "Han", "Hiragana", "Katakana", "Hangul"]);

export function scriptsOf(label) {
  return Object.entries(SCRIPTS)
    .filter(([, pattern]) => pattern.test(label))
    .map(([name]) => name);
}

/** A label that mixes scripts which do not belong together. */
export function isMixed(label) {
  const scripts = scriptsOf(label);
  return scripts.length > 1 && !scripts.every((script) => USUAL_TOGETHER.has(script));
}

/** The Latin word a label looks like; null when it holds a letter without a double, or only Latin ones. */
export function findLatinDouble(label) {
  const letters = [...label];
  const doubles = letters.map((letter) => LATIN_OF.get(letter) ?? (/^[a-z0-9-]$/.test(letter) ? letter : null));
  const isChanged = doubles.some((double, index) => double !== letters[index]);
  return isChanged && !doubles.includes(null) ? doubles.join("") : null;
}
