import { CAPABILITY_NAME, type ContractIssue } from "#server/capability/contract";
import { isOutsideFolder } from "#server/capability/find-contract-mistakes";
import { parseContract } from "#server/capability/parse-contract";
import { parseSkill } from "#server/capability/parse-skill";
import { applyFixes } from "./apply-fixes";
import { type Built, type Candidate, toSkip } from "./candidate";
import { isExactObject } from "./exact-json";
import { readExactYaml } from "./exact-yaml";
import type { ImportIssue, SkippedItem, TextFile } from "./exchange";
import { findTextIssues } from "./find-issues";
import type { FoundCandidates } from "./import-tools";
import type { GivenName } from "./name-items";
import { renameIn } from "./rename-in";

/** A folder that is one capability: the file that says what it is, and all files of the folder by their path inside of it. */
export type FoundFolder = { path: string; main: "SKILL.md" | "CAPABILITY.yaml"; files: TextFile[] };

/** Keys of which a CAPABILITY.yaml of Capstan has at least one beside its name; other tools use the file's name too. */
const OWN_KEYS = ["description", "contract", "steps", "tree", "loop", "type", "when", "evidence", "limits"];

function baseNameOf(path: string): string | undefined {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .at(-1);
}

function toImportIssue({ severity, code, message, line }: ContractIssue): ImportIssue {
  return { severity, code, message: line > 1 ? `Line ${line}: ${message}` : message };
}

/** Why a CAPABILITY.yaml is not one of ours; undefined when it is. The name is used by others for unlike formats. */
function findForeign(text: string): string | undefined {
  const read = readExactYaml(text);
  if (read.kind === "bad" || !isExactObject(read.value)) return undefined;
  const { value } = read;
  const isOurs = typeof value.name === "string" && OWN_KEYS.some((key) => Object.hasOwn(value, key));
  if (isOurs) return undefined;
  const keys = Object.keys(value).slice(0, 4).join(", ");
  return `This CAPABILITY.yaml is of another kind: it has ${keys || "no keys"}, and no name with a description, a contract or steps.`;
}

type Parsed = { name?: string; description: string; issues: ContractIssue[]; isBroken: boolean };

function parseMain(folder: FoundFolder, text: string): Parsed {
  const folderName = baseNameOf(folder.path);
  const paths = new Set(folder.files.map(({ path }) => path));
  const parsed =
    folder.main === "SKILL.md"
      ? parseSkill(text, "SKILL.md", folderName)
      : parseContract(text, {
          file: "CAPABILITY.yaml",
          hasImpl: paths.has("impl/run.mjs"),
          ...(folderName === undefined ? {} : { folderName }),
        });
  if (parsed.kind === "ok") {
    const { name, description } = parsed.contract;
    return { name, description, issues: parsed.issues, isBroken: false };
  }
  const { name, description = "" } = parsed.partial;
  return { ...(name === undefined ? {} : { name }), description, issues: parsed.issues, isBroken: true };
}

function toBrokenSkip(folder: FoundFolder, text: string, issues: readonly ContractIssue[]): SkippedItem {
  const path = folder.path === "" ? folder.main : `${folder.path}/${folder.main}`;
  const [first] = issues;
  const fixed = applyFixes(text, issues);
  const name = baseNameOf(folder.path);
  const skip: SkippedItem = {
    key: folder.path,
    place: path,
    ...(name === undefined ? {} : { name }),
    code: first?.code ?? "broken",
    reason: first ? `Line ${first.line}, column ${first.column}: ${first.message}` : "It cannot be read.",
  };
  if (!first || fixed === null) return skip;
  return {
    ...skip,
    fix: { path, line: first.line, before: fixed.before, after: fixed.after },
  };
}

function buildFolder(folder: FoundFolder, parsed: Parsed, { name }: GivenName): Built {
  const issues = parsed.issues.map(toImportIssue);
  const files: TextFile[] = [];
  const hidden = folder.files.filter(({ path }) => path.split("/").some((part) => part.startsWith(".")));
  if (hidden.some(({ path }) => !isOutsideFolder(path))) {
    const message = `Files whose names begin with a dot are no part of a capability and were left out: ${hidden.map(({ path }) => path).join(", ")}.`;
    issues.push({ severity: "info", code: "hidden_files", message });
  }
  for (const file of folder.files) {
    if (isOutsideFolder(file.path)) return toSkip("bad_path", `"${file.path}" is no path inside a folder.`);
    if (hidden.includes(file)) continue;
    const isRenamed = file.path === folder.main && name !== parsed.name;
    files.push(isRenamed ? { path: file.path, text: renameIn(file.text, folder.main, name) } : file);
  }
  issues.push(...findTextIssues(parsed.description));
  return { kind: "ok", files, issues };
}

/**
 * The candidate of a folder with a SKILL.md or a CAPABILITY.yaml. Its files are kept byte for byte, unknown keys and
 * `allowed-tools` with them; only a name that is taken or no name here is written anew. A main file that cannot be read is
 * skipped with its place, and with the quoted text where quotes would mend it (field-notes T11, T12).
 */
export function findFolderCandidate(folder: FoundFolder, quoted: ReadonlySet<string>): FoundCandidates {
  const at = folder.files.findIndex(({ path }) => path === folder.main);
  const original = folder.files[at]?.text ?? "";
  const path = folder.path === "" ? folder.main : `${folder.path}/${folder.main}`;
  const foreign = folder.main === "CAPABILITY.yaml" ? findForeign(original) : undefined;
  if (foreign !== undefined) {
    return { candidates: [], skipped: [{ key: folder.path, place: path, code: "foreign_contract", reason: foreign }] };
  }
  const text = quoted.has(path)
    ? (applyFixes(original, parseMain(folder, original).issues)?.text ?? original)
    : original;
  const files = folder.files.map((file, index) => (index === at ? { ...file, text } : file));
  const parsed = parseMain({ ...folder, files }, text);
  const name = parsed.name ?? baseNameOf(folder.path);
  const isNameOnly = parsed.isBroken && parsed.issues.every(({ code }) => code === "skill_name") && name !== undefined;
  if ((parsed.isBroken && !isNameOnly) || name === undefined) {
    return { candidates: [], skipped: [toBrokenSkip(folder, text, parsed.issues)] };
  }
  const format = folder.main === "SKILL.md" ? "skill" : "capability";
  const built = { ...folder, files };
  const candidate: Candidate = {
    key: folder.path === "" ? path : folder.path,
    place: path,
    source: "",
    originalName: name,
    format,
    description: parsed.description,
    build: (given) => buildFolder(built, CAPABILITY_NAME.test(name) ? { ...parsed, name } : parsed, given),
  };
  return { candidates: [candidate], skipped: [] };
}
