import type { ContractIssue } from "./contract";
import type { PathPart, YamlDocument } from "./yaml-document";

/** What is known about the folder around the text; `folderName` left out, names are not compared. */
export type ContractSource = { file: string; hasImpl: boolean; folderName?: string };

/** Reports one finding at a path; `at: "key"` marks the key instead of the value. */
export type Report = (
  path: readonly PathPart[],
  finding: { severity?: ContractIssue["severity"]; code: string; message: string; fix?: string; at?: "key" },
) => void;

/** A report that adds each finding to `issues` with the place of its path in the document. */
export function createReport(document: YamlDocument, file: string, issues: ContractIssue[]): Report {
  return (path, { severity = "error", code, message, fix, at }) => {
    const place = at === "key" ? document.placeOfKey(path) : document.placeOf(path);
    issues.push({
      severity,
      code,
      message,
      file,
      path: path.join("."),
      ...place,
      ...(fix === undefined ? {} : { fix }),
    });
  };
}
