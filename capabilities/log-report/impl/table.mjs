import { runJob } from "./frames.mjs";

const COLUMNS = ["count", "level", "first_seen", "last_seen", "template", "example"];
const GROUPS_IN_REPORT = 10;

/** A field of RFC 4180. A leading =, +, - or @ gets a quote before it: spreadsheets would run it as a formula. */
function toField(value) {
  const text = value === null || value === undefined ? "" : String(value);
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

function toCsv(groups) {
  const rows = groups.map((group) => COLUMNS.map((column) => toField(group[column])).join(","));
  return `${[COLUMNS.join(","), ...rows].join("\r\n")}\r\n`;
}

/** Text of a log inside Markdown: between backticks, of which it may hold none. */
const toCode = (text) => `\`${text.replaceAll("`", "'").replace(/\s+/g, " ")}\``;

function listExplanation({ explanation, partial }) {
  if (explanation !== null) {
    const steps = explanation.next_steps.map((step) => `- ${step}`);
    return ["## Likely cause", "", explanation.cause, "", explanation.evidence, "", ...steps, ""];
  }
  return partial === undefined ? [] : ["## Likely cause", "", partial.message, ""];
}

function toReport(triage, groups) {
  const shown = groups.slice(0, GROUPS_IN_REPORT);
  const rest = groups.length - shown.length;
  const bursts = triage.bursts.map(
    ({ start, end, errors, template }) =>
      `- ${errors} errors from ${start} to ${end}, most of them ${toCode(template)}`,
  );
  return [
    "# Log report",
    "",
    `${triage.entries} entries from ${triage.first_seen ?? "an unknown time"} to ${triage.last_seen ?? "an unknown time"}, ${triage.errors} errors in ${groups.length} groups.`,
    "",
    ...listExplanation(triage),
    ...(bursts.length === 0 ? [] : ["## Bursts", "", ...bursts.slice(0, GROUPS_IN_REPORT), ""]),
    ...(shown.length === 0 ? [] : ["## Most frequent errors", ""]),
    ...shown.map(
      ({ count, template, first_seen }) =>
        `- ${count} times since ${first_seen ?? "an unknown time"}: ${toCode(template)}`,
    ),
    ...(rest === 0 ? [] : [`- and ${rest} more groups in the table`]),
  ].join("\n");
}

await runJob(async ({ triage, errors }) => {
  // A step's problem is the forge's problem: there is nothing to report.
  if (triage.problem !== undefined) return { problem: triage.problem };
  if (errors.problem !== undefined) return { problem: errors.problem };
  const groups = errors.matches.map((match) => match.value);
  return {
    report: toReport(triage, groups),
    csv: toCsv(groups),
    error_groups: groups.length,
    ...(triage.partial === undefined ? {} : { partial: triage.partial }),
  };
});
