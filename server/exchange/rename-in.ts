import { readYaml } from "#server/capability/yaml-document";

/**
 * The text of a SKILL.md or CAPABILITY.yaml with another `name`, every other byte as it was. A text without a name gets one
 * as its first key. Names need no quotes: they are letters, digits, hyphen and underscore.
 */
export function renameIn(text: string, main: "SKILL.md" | "CAPABILITY.yaml", name: string): string {
  const isSkill = main === "SKILL.md";
  const lines = text.split("\n");
  const end = isSkill ? lines.findIndex((line, index) => index > 0 && /^---[ \t]*\r?$/.test(line)) : lines.length;
  const from = isSkill ? 1 : 0;
  const read = readYaml(lines.slice(from, end).join("\n"), { file: main });
  const isNamed = read.kind === "ok" && hasName(read.document.value);
  if (!isNamed || read.kind !== "ok") return lines.toSpliced(from, 0, `name: ${name}`).join("\n");
  const { line, column, endLine, endColumn } = read.document.placeOf(["name"]);
  const first = lines[from + line - 1] ?? "";
  const last = lines[from + endLine - 1] ?? "";
  const rest = last.slice(endColumn - 1);
  return lines
    .toSpliced(from + line - 1, endLine - line + 1, first.slice(0, column - 1) + quoteLike(name) + rest)
    .join("\n");
}

/** A name of digits only would be a number to YAML. */
function quoteLike(name: string): string {
  return /^[a-z_]/.test(name) && !/^(?:true|false|null|yes|no)$/.test(name) ? name : JSON.stringify(name);
}

function hasName(value: unknown): boolean {
  return typeof value === "object" && value !== null && "name" in value;
}
