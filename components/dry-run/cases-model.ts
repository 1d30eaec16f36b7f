import type { ApiOutputs } from "#components/api";

export type CaseResult = ApiOutputs["case"]["runAll"]["results"][number];

/** One line of a case file as far as the screen reads it; whether it is right, the server says when it runs. */
export type CaseLine = { line: number; name: string };

/** The cases of a file in order: name, or the number of the line. Blank lines are no cases. */
export function toCaseLines(file: string): CaseLine[] {
  return file.split("\n").flatMap((text, index) => {
    if (text.trim() === "") return [];
    const value = toJson(text);
    const name = typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
    return [{ line: index + 1, name: typeof name === "string" && name !== "" ? name : "" }];
  });
}

/** The input of the first case as indented JSON; null when there is none. */
export function toFirstInput(file: string): string | null {
  const first = file.split("\n").find((line) => line.trim() !== "");
  const value = first === undefined ? null : toJson(first);
  if (typeof value !== "object" || value === null || !("input" in value)) return null;
  return JSON.stringify(value.input, null, 2);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A line that is not JSON is a broken case, which the run reports with its reason.
    return null;
  }
}
