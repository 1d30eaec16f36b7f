import { type Attachment, toAttachment } from "./input-model";

/** What one field may hold from a file. */
const FILE_BYTES_MAX = 20_000_000;

export type ReadFile =
  | { kind: "ok"; attachment: Attachment }
  | { kind: "too_large"; bytes: number }
  | { kind: "not_text" };

/** Reads a chosen file as UTF-8 text for a field; any byte that is not UTF-8 is a refusal, not a replacement character. */
export async function readTextFile(file: Blob & { name: string }, path: string): Promise<ReadFile> {
  if (file.size > FILE_BYTES_MAX) return { kind: "too_large", bytes: file.size };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0)) return { kind: "not_text" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: "ok", attachment: toAttachment({ path, fileName: file.name, text, bytes: file.size }) };
  } catch {
    // The decoder throws only for bytes that are not UTF-8.
    return { kind: "not_text" };
  }
}
