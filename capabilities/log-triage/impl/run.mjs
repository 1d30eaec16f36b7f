import { findBursts } from "./bursts.mjs";
import { clusterEntries } from "./clusters.mjs";
import { readEntries } from "./entries.mjs";
import { runJob } from "./frames.mjs";
import { isErrorLevel } from "./levels.mjs";
import { formatTime } from "./times.mjs";

const GROUPS_FOR_MODEL = 8;

const PARTIAL_MESSAGES = {
  no_model: "Counted in full; the explanation is missing because no model is connected.",
  budget_exceeded: "Counted in full; the explanation is missing because the model budget is used up.",
};

function summarise(report) {
  const errors = report.errors === 0 ? "no errors" : `${report.errors} errors`;
  const bursts = report.bursts.map(({ start, end, errors: count }) => `${count} from ${start} to ${end}`);
  const top = report.groups[0];
  const parts = [`${report.lines} lines, ${report.entries} entries, ${errors}`];
  if (report.errors > 0 && top !== undefined) parts.push(`most frequent (${top.count}): ${top.template}`);
  if (bursts.length > 0) parts.push(`bursts: ${bursts.join("; ")}`);
  return `${parts.join(". ")}.`;
}

function countLevels(entries) {
  const levels = {};
  for (const { level } of entries) levels[level] = (levels[level] ?? 0) + 1;
  return levels;
}

function toReport(entries, lines, { windowSeconds, maxGroups }) {
  const clusters = clusterEntries(entries);
  const bursts = findBursts(entries, windowSeconds);
  // A loop, not Math.min(...): a log has more entries than a call may have arguments.
  let first = null;
  let last = null;
  let timed = 0;
  for (const { time } of entries) {
    if (time === null) continue;
    timed += 1;
    if (first === null || time.at < first.at) first = time;
    if (last === null || time.at > last.at) last = time;
  }
  const report = {
    lines,
    entries: entries.length,
    errors: entries.filter(({ level }) => isErrorLevel(level)).length,
    levels: countLevels(entries),
    first_seen: formatTime(first),
    last_seen: formatTime(last),
    entries_without_time: entries.length - timed,
    groups: clusters.slice(0, maxGroups),
    groups_left_out: Math.max(0, clusters.length - maxGroups),
    bursts,
  };
  return { summary: summarise(report), ...report };
}

function isExplanation(data) {
  return (
    typeof data?.cause === "string" &&
    typeof data.evidence === "string" &&
    Array.isArray(data.next_steps) &&
    data.next_steps.every((step) => typeof step === "string")
  );
}

async function explain(report, language, host) {
  const answer = await host.callStep("explain", {
    figures: report.summary,
    bursts: JSON.stringify(report.bursts.slice(0, 5)),
    groups: JSON.stringify(report.groups.filter((group) => group.is_error).slice(0, GROUPS_FOR_MODEL)),
    language,
  });
  if (answer.ok && isExplanation(answer.data)) {
    const { cause, evidence, next_steps } = answer.data;
    return { explanation: { cause, evidence, next_steps } };
  }
  if (answer.ok) {
    const message = "Counted in full; the model's answer had not the form that was asked for.";
    return { explanation: null, partial: { reason: "bad_answer", message } };
  }
  const known = PARTIAL_MESSAGES[answer.error];
  return {
    explanation: null,
    partial: known
      ? { reason: answer.error, message: known }
      : { reason: "failed", message: `Counted in full; the model failed: ${answer.error}` },
  };
}

await runJob(async ({ log, window_seconds = 60, max_groups = 20, language = "en" }, host) => {
  const { entries, lines } = readEntries(log);
  if (lines === 0) {
    return { problem: { code: "empty_log", message: "The log has no lines.", next: "Give the text of a log file." } };
  }
  const report = toReport(entries, lines, { windowSeconds: window_seconds, maxGroups: max_groups });
  // Nothing to explain: no model is asked, and the result is complete without it.
  if (report.errors === 0) return { ...report, explanation: null };
  return { ...report, ...(await explain(report, language, host)) };
});
