/** One tagged part of a prompt; an empty body leaves the whole section out. */
export type Section = { name: string; body: string };

export type Prompt = {
  system: string;
  user: string;
  /** Bytes of each section that was written, in order, the fixed rules first. */
  sections: { name: string; bytes: number }[];
};

/**
 * Writes sections as `<|NAME_nonce|>` ... `<|NAME_END_nonce|>` (domain.md 1.10). Bodies are data: a text that holds this
 * turn's letters, which only the model's own answer of this turn can, loses them, so nothing quoted can close a section.
 */
export function toPrompt(system: string, sections: readonly Section[], nonce: string): Prompt {
  const written = sections
    .filter((section) => section.body.trim() !== "")
    .map(({ name, body }) => ({ name, text: toSectionText(name, body.replaceAll(nonce, "[nonce]"), nonce) }));
  return {
    system,
    user: written.map((section) => section.text).join("\n\n"),
    sections: [{ name: "RULES", text: system }, ...written].map(({ name, text }) => ({ name, bytes: bytesOf(text) })),
  };
}

function toSectionText(name: string, body: string, nonce: string): string {
  return `<|${name}_${nonce}|>\n${body}\n<|${name}_END_${nonce}|>`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
