const PIECE =
  /\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu;
const LETTERS_PER_TOKEN = 5;
const DIGITS_PER_TOKEN = 3;

function tokensOf(piece: string): number {
  if (/^\p{N}/u.test(piece)) return Math.ceil(piece.length / DIGITS_PER_TOKEN);
  if (/^\p{L}/u.test(piece)) return Math.ceil([...piece].length / LETTERS_PER_TOKEN);
  return 1;
}

/**
 * About how many tokens a model counts for a text: a Han, kana or hangul character one, other letters one for five, digits
 * one for three, every mark one. No tokenizer of a provider is used, so it is an estimate, and every screen says "about".
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) tokens += tokensOf(piece);
  return tokens;
}
