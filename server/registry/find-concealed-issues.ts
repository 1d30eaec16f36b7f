import type { CapabilityFiles, ContractIssue } from "#server/capability/contract";
import { type ConcealedKind, type ConcealedRun, findConcealed } from "#server/capability/find-concealed";

/** What a model, a reviewer or the runner reads; cases are left out, since odd input is what they are for. */
const READ = /\.(ya?ml|md|txt|m?js)$/;
const BYTES_MAX = 1_048_576;
const RUNS_MAX = 5;

const MEANINGS: Record<ConcealedKind, string> = {
  tags: "are written in characters that nobody sees and a model reads",
  bidi: "turns the direction of the text, so that it reads otherwise than it runs",
  variation: "chooses a form that no character before it has: such marks can carry hidden bytes",
  filler: "looks like nothing or like a space, and is a letter",
  zero_width: "has no width, so that two words that look alike differ",
  control: "is a control character that no reader sees",
};

const NOT_PLAIN = /[^\t\n\r\x20-\x7E]/;

/** Nearly all files are plain ASCII, which a look at the bytes tells: as characters, ten times faster than one by one. */
function isPlain(bytes: Uint8Array): boolean {
  return !NOT_PLAIN.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
}

function toMessage({ kind, codes, spelled }: ConcealedRun): string {
  const shown = codes.slice(0, 3).join(" ");
  const listed = codes.length > 3 ? `${shown} and ${codes.length - 3} more` : shown;
  const what = spelled ? `The words "${spelled}" (${listed})` : listed;
  return `${what} ${MEANINGS[kind]}. Remove what hides, or write it out.`;
}

function toIssue(file: string, run: ConcealedRun): ContractIssue {
  const { line, column } = run;
  const width = run.codes.reduce((sum, code) => sum + (code.length > 6 ? 2 : 1), 0);
  const message = toMessage(run);
  const place = { line, column, endLine: line, endColumn: column + width };
  return { severity: "warning", code: "concealed", message, file, path: "", ...place };
}

/**
 * Warns of characters that hide from a reader in the files of a capability (field-notes 72), in context: flags, families of
 * pictures and Persian are text. The first five stretches of each file. Pure.
 */
export function findConcealedIssues(files: CapabilityFiles): ContractIssue[] {
  return [...files].flatMap(([path, bytes]) => {
    if (!READ.test(path) || bytes.byteLength > BYTES_MAX || isPlain(bytes)) return [];
    const runs = findConcealed(new TextDecoder().decode(bytes));
    return runs.slice(0, RUNS_MAX).map((run) => toIssue(path, run));
  });
}
