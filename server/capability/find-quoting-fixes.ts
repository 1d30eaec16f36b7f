import type { ContractIssue } from "./contract";
import { readYaml, type YamlSource } from "./yaml-document";

/** `key: value` with a plain value; quotes, block scalars, anchors, tags and comments are left alone. */
const PLAIN_LINE = /^(\s*(?:- )?)([A-Za-z_][\w.-]*):[ \t]+([^\s"'|>&*!%@`#].*?)[ \t]*$/;
const FIXES_MAX = 20;
/** Each fix reads the text again, which for larger ones would hold up the process. */
const CHARACTERS_MAX = 32_768;

/** The line with its value in quotes; null when it is no plain value that a colon or a bracket could have spoiled. */
function quoteLine(line: string): { key: string; indent: string; fixed: string } | null {
  const [, indent = "", key = "", value = ""] = PLAIN_LINE.exec(line) ?? [];
  if (!/:(\s|$)/.test(value) && !/^[[{]/.test(value)) return null;
  return { key, indent, fixed: `${key}: ${JSON.stringify(value)}` };
}

/**
 * Finds the values that spoil a YAML text for want of quotes, such as `description: two axes: one and two`, one issue a
 * line with the quoted text as `fix` (field-notes T11, T12). Quotes only lines at which the parser stops, one after
 * another; null when that does not make the whole text readable, or the text is over 32 Ki characters.
 */
export function findQuotingFixes(text: string, source: YamlSource): ContractIssue[] | null {
  if (text.length > CHARACTERS_MAX) return null;
  const lines = text.split("\n");
  const issues: ContractIssue[] = [];
  while (issues.length < FIXES_MAX) {
    const read = readYaml(lines.join("\n"), { file: source.file });
    if (read.kind === "ok") return issues.length === 0 ? null : issues;
    const at = (read.issues[0]?.line ?? 0) - 1;
    const line = (lines[at] ?? "").replace(/\r$/, "");
    const quoted = quoteLine(line);
    if (!quoted) return null;
    lines[at] = quoted.indent + quoted.fixed;
    const row = at + 1 + (source.lineOffset ?? 0);
    issues.push({
      severity: "error",
      code: "unquoted_value",
      message: `YAML cannot read the value of "${quoted.key}" without quotes, because of its colon or bracket. Put it in quotes.`,
      file: source.file,
      path: quoted.key,
      line: row,
      column: quoted.indent.length + 1,
      endLine: row,
      endColumn: line.trimEnd().length + 1,
      fix: quoted.fixed,
    });
  }
  return null;
}
