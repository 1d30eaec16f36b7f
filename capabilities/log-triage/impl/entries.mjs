import { findNamedLevel, guessLevel, readLevelValue } from "./levels.mjs";
import { readTimeValue, takeTime } from "./times.mjs";

/** What belongs to the entry above although it is not indented. */
const CONTINUES = /^(?:\s|Caused by:|\.{3} \d+ more|Traceback \(most recent call last\):|\}|\)|at )/;
/** The last line of a Python traceback: "ValueError: ...". */
const EXCEPTION_LINE = /^[A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt)\b/;

const firstOf = (object, keys) => keys.map((key) => object[key]).find((value) => value !== undefined && value !== null);

function readJsonLine(line) {
  if (!line.startsWith("{") || !line.endsWith("}")) return null;
  let object;
  try {
    object = JSON.parse(line);
  } catch {
    // A line in braces that is not JSON is text like any other.
    return null;
  }
  const message = firstOf(object, ["msg", "message", "error", "err", "event"]);
  const text = typeof message === "string" ? message : line;
  return {
    time: readTimeValue(firstOf(object, ["time", "timestamp", "@timestamp", "ts", "t", "date"])),
    level: readLevelValue(firstOf(object, ["level", "severity", "lvl", "levelname"])) ?? guessLevel(text),
    text,
  };
}

function readTextLine(line) {
  const { time, rest } = takeTime(line);
  return { time, level: findNamedLevel(line), text: rest.trim() };
}

/**
 * Reads a log into entries {time, level, text, line, raw, more}: `text` is the message without its time, `line` counts
 * from 1, `more` is how many lines followed that belong to it (a stack trace). Blank lines count nowhere.
 */
export function readEntries(log) {
  const entries = [];
  let lines = 0;
  let number = 0;
  for (const raw of log.split(/\r\n|\n|\r/)) {
    number += 1;
    if (raw.trim() === "") continue;
    lines += 1;
    const previous = entries.at(-1);
    const isTail = previous !== undefined && previous.more > 0 && EXCEPTION_LINE.test(raw);
    if (previous !== undefined && (CONTINUES.test(raw) || isTail) && takeTime(raw).time === null) {
      previous.more += 1;
      // The exception's own line says more than "unhandled": it decides the level of an entry that names none.
      if (previous.level === null && guessLevel(raw) === "error") previous.level = "error";
      continue;
    }
    entries.push({ ...(readJsonLine(raw.trim()) ?? readTextLine(raw)), line: number, raw, more: 0 });
  }
  for (const entry of entries) entry.level ??= guessLevel(entry.text);
  return { entries, lines };
}
