import { type ExactObject, type ExactValue, isExactObject } from "./exact-json";
import { FORMAT_TITLES, type ImportIssue, type ReadFile, type SkippedItem, type TextFile } from "./exchange";
import { findTools, type NoTools } from "./find-tools";
import type { FoundFolder } from "./import-folders";
import { type FoundCandidates, findToolCandidates } from "./import-tools";
import { findOperationCandidates } from "./openapi/find-operation-candidates";
import { readDocument } from "./read-document";

export type ReadResult = FoundCandidates & { file: ReadFile; issues: ImportIssue[] };

const DOCUMENT = /\.(json|jsonl|ndjson|ya?ml)$/i;

function toSkipped(path: string, { code, reason, next }: NoTools): ReadResult {
  const skip: SkippedItem = {
    key: path,
    place: path || "the text",
    code,
    reason,
    ...(next === undefined ? {} : { next }),
  };
  return { file: { path, format: null, verdict: reason, found: 0 }, candidates: [], skipped: [skip], issues: [] };
}

function titleOf(root: ExactObject): string {
  return isExactObject(root.info) && typeof root.info.title === "string" ? root.info.title : "";
}

/** OpenAPI 3.x and Swagger 2.0; null when the value says it is neither. */
function readOpenApi(value: ExactObject, path: string, source: string): ReadResult | null {
  const version = value.openapi ?? value.swagger;
  if (version === undefined) return null;
  const text = String(version);
  if (!/^3\.|^2(\.|$)/.test(text)) {
    return toSkipped(path, {
      kind: "none",
      code: "version",
      reason: `It says it is OpenAPI ${text}; 2.0 and 3.x are read.`,
    });
  }
  const found = findOperationCandidates(value, { path, source: source || titleOf(value) });
  const verdict = `OpenAPI ${text}: ${found.candidates.length} operations.`;
  const file: ReadFile = { path, format: "openapi", verdict, found: found.candidates.length + found.skipped.length };
  if (file.found > 0) return { ...found, file, issues: [] };
  return toSkipped(path, { kind: "none", code: "no_operations", reason: "The document describes no operation." });
}

function readTools(value: ExactValue, path: string, source: string): ReadResult {
  const found = findTools(value);
  if (found.kind === "none") return toSkipped(path, found);
  const read = findToolCandidates(found, { path, source: source || (found.source ?? "") });
  const file: ReadFile = { path, format: found.format.id, verdict: found.verdict, found: found.tools.length };
  return { ...read, file, issues: found.issues };
}

/** A text that was pasted without a path is a skill when frontmatter opens it, a contract when it reads like one. */
export function findPastedFolder({ path, text }: TextFile): FoundFolder | null {
  if (path !== "") return null;
  if (/^\uFEFF?---[ \t]*\r?\n/.test(text)) return { path: "", main: "SKILL.md", files: [{ path: "SKILL.md", text }] };
  const isContract = /^name:\s*\S/m.test(text) && /^(description|contract|steps|type):/m.test(text);
  return isContract ? { path: "", main: "CAPABILITY.yaml", files: [{ path: "CAPABILITY.yaml", text }] } : null;
}

/** What one document holds: tools of any format, an OpenAPI description, or nothing that can be imported, and why. */
export function findDocumentCandidates(document: TextFile, source: string): ReadResult {
  const { path } = document;
  if (path !== "" && !DOCUMENT.test(path)) {
    const reason = "Only SKILL.md and CAPABILITY.yaml with the files of their folders, JSON and YAML are read.";
    return toSkipped(path, { kind: "none", code: "other_file", reason });
  }
  if (document.text.trim() === "") {
    return toSkipped(path, { kind: "none", code: "empty_file", reason: "The file is empty." });
  }
  // An archive with another name, or UTF-16: what it would be read as says nothing to anybody.
  if (document.text.includes("\0")) {
    const next = "Save it as UTF-8; unpack an archive first.";
    return toSkipped(path, { kind: "none", code: "not_text", reason: "It is not text as UTF-8 writes it.", next });
  }
  const read = readDocument(document);
  if (read.kind === "bad") {
    const reason = `It cannot be read: ${read.message} (line ${read.line}, column ${read.column}).`;
    return toSkipped(path, { kind: "none", code: "syntax", reason, next: "Mend it there and import it again." });
  }
  const openApi = isExactObject(read.value) ? readOpenApi(read.value, path, source) : null;
  return openApi ?? readTools(read.value, path, source);
}

/** The verdict on a folder, in the words of the ones on documents. */
export function toFolderFile({ path, main, files }: FoundFolder): ReadFile {
  const format = main === "SKILL.md" ? "skill" : "capability";
  const verdict = `${FORMAT_TITLES[format]} with ${files.length === 1 ? "no other file" : `${files.length - 1} other files`}.`;
  return { path: path === "" ? main : `${path}/${main}`, format, verdict, found: 1 };
}
