export type DecodedText =
  | { kind: "ok"; text: string }
  /** Lines and columns count from 1; the column in characters. */
  | { kind: "bad"; line: number; column: number; reason: string };

/** How a file begins that an editor wrote in two bytes a character. */
const UTF16_MARKS = ["fffe", "feff"];

/**
 * Bytes as UTF-8 text. What is no UTF-8 is refused at its first wrong byte: read on with replacement characters, a contract
 * would say other words than its author wrote.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  if (!text.includes("\uFFFD")) return { kind: "ok", text };
  const again = Buffer.from(text, "utf8");
  if (again.equals(buffer)) return { kind: "ok", text };
  const right = buffer.subarray(0, findDifference(buffer, again)).toString("utf8").split("\n");
  const reason = UTF16_MARKS.includes(buffer.subarray(0, 2).toString("hex")) ? "it is UTF-16" : "it is not UTF-8";
  return { kind: "bad", line: right.length, column: (right.at(-1) ?? "").length + 1, reason };
}

function findDifference(one: Buffer, other: Buffer): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
