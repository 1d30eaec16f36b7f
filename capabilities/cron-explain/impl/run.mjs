import { runJob } from "./frames.mjs";
import { findNextTimes } from "./next-times.mjs";
import { CronError, parseCron } from "./parse-cron.mjs";
import { toChinese, toEnglish } from "./sentences.mjs";

const FORM = "Write five fields, such as */15 9-17 * * 1-5, or six with seconds in front.";
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

function problem(code, message, next) {
  return { problem: { code, message, next } };
}

function readExpression(expression) {
  try {
    return { cron: parseCron(expression) };
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    return problem("bad_expression", `The schedule cannot be read: ${error.message}.`, FORM);
  }
}

/** Milliseconds of an ISO time, without a zone read as UTC; null when it is none. */
function readTime(text) {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const plain = text.trim().replace(" ", "T");
  const at = Date.parse(match[1] === undefined && plain.includes("T") ? `${plain}Z` : plain);
  return Number.isNaN(at) ? null : at;
}

async function findStart(from, host) {
  if (from === undefined) {
    const answer = await host.callService("clock", "now", {});
    if (answer.ok) return { start: answer.data.epochMs };
    return problem("no_clock", `The clock did not answer: ${answer.error}`, "Give the time in from.");
  }
  const start = readTime(from);
  return start === null
    ? problem("bad_time", `"${from}" is not a time.`, "Write it like 2024-12-15T10:24:00Z.")
    : { start };
}

function listNotes(cron, times, count) {
  const notes = [];
  if (times.length === 0) notes.push("It never fires: no date fits.");
  else if (times.length < count) notes.push("It does not fire more often within 41 years.");
  if (cron.day.isRestricted && cron.weekday.isRestricted) {
    notes.push("Day of month and day of week are both set: cron fires when either holds.");
  }
  return notes;
}

const toIso = (time) => new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z");

await runJob(async ({ expression, from, count = 5 }, host) => {
  const { cron, problem: unreadable } = readExpression(expression);
  if (unreadable !== undefined) return { problem: unreadable };
  const { start, problem: noStart } = await findStart(from, host);
  if (noStart !== undefined) return { problem: noStart };
  const times = findNextTimes(cron, start, count);
  const { second, minute, hour, day, month, weekday } = cron;
  const fields = Object.entries({ second, minute, hour, day, month, weekday }).map(([name, { values }]) => [
    name,
    values,
  ]);
  return {
    en: toEnglish(cron),
    zh: toChinese(cron),
    next: times.map(toIso),
    time_zone: "UTC",
    from: toIso(start),
    fields: Object.fromEntries(fields),
    notes: listNotes(cron, times, count),
  };
});
