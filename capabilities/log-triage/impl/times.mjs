const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Syslog and klog write no year; a leap year lets 29 February through, and the year is left out again when shown. */
const NO_YEAR = 2000;

/** Times are looked for in the first characters of a line only: a date in the middle of a message is not the entry's. */
const HEAD = 64;

function toTime({ year, month, day, hour, minute, second, fraction, zone, hasYear = true }) {
  const millis = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
  const at = Date.UTC(Number(year), month - 1, Number(day), Number(hour), Number(minute), Number(second ?? 0), millis);
  return Number.isNaN(at) ? null : { at: at - zoneMillis(zone), hasYear };
}

/** "+08:00", "+0800", "Z", "UTC" or nothing (read as UTC) to milliseconds. */
function zoneMillis(zone) {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "");
  if (match === null) return 0;
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}

const monthOf = (name) => MONTHS.indexOf(name.toLowerCase()) + 1;

/** Each form: a pattern, and how its parts make a time. The first that matches wins. */
const FORMS = [
  {
    // 2024-12-15T10:24:01.123+08:00, 2024/12/15 10:24:01,123
    pattern:
      /(\d{4})[-/.](\d{2})[-/.](\d{2})[T ]+(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?/,
    read: ([, year, month, day, hour, minute, second, fraction, zone]) =>
      toTime({ year, month: Number(month), day, hour, minute, second, fraction, zone }),
  },
  {
    // nginx and Apache access: [15/Dec/2024:10:24:01 +0000]
    pattern: /(\d{2})\/([A-Za-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ?([+-]\d{4})?/,
    read: ([, day, month, year, hour, minute, second, zone]) =>
      toTime({ year, month: monthOf(month), day, hour, minute, second, zone }),
  },
  {
    // Apache error: [Sun Dec 15 10:24:01.123456 2024]
    pattern: /[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2})(?:\.(\d+))? (\d{4})/,
    read: ([, month, day, hour, minute, second, fraction, year]) =>
      toTime({ year, month: monthOf(month), day, hour, minute, second, fraction }),
  },
  {
    // syslog: Dec 15 10:24:01
    pattern: /^(?:<\d+>)?([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2})/,
    read: ([, month, day, hour, minute, second]) =>
      monthOf(month) === 0
        ? null
        : toTime({ year: NO_YEAR, month: monthOf(month), day, hour, minute, second, hasYear: false }),
  },
  {
    // klog: E1215 10:24:01.123456
    pattern: /^[IWEF](\d{2})(\d{2}) (\d{2}):(\d{2}):(\d{2})\.(\d+)/,
    read: ([, month, day, hour, minute, second, fraction]) =>
      toTime({ year: NO_YEAR, month: Number(month), day, hour, minute, second, fraction, hasYear: false }),
  },
  {
    // epoch seconds or milliseconds at the start of the line
    pattern: /^\[?(1\d{9})(?:(\d{3})|\.(\d+))?\b/,
    read: ([, seconds, millis, fraction]) => ({
      at: Number(seconds) * 1000 + Number(millis ?? 0) + (fraction ? Math.floor(Number(`0.${fraction}`) * 1000) : 0),
      hasYear: true,
    }),
  },
];

/** Finds the time of a line: {time: {at, hasYear} | null, rest: the line without it}. `at` is milliseconds since 1970. */
export function takeTime(line) {
  // Most access logs write the time after address and user, so the whole head is searched and not the first word only.
  const head = line.slice(0, HEAD + 40);
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(head);
    if (match === null || match.index > HEAD) continue;
    const time = read(match);
    if (time === null) continue;
    return { time, rest: line.slice(0, match.index) + line.slice(match.index + match[0].length) };
  }
  return { time: null, rest: line };
}

/** The time of a JSON line's field: text in one of the forms, or epoch seconds or milliseconds. */
export function readTimeValue(value) {
  if (typeof value === "string") return takeTime(value).time;
  if (typeof value !== "number" || value < 1e9) return null;
  return { at: value < 1e11 ? value * 1000 : value, hasYear: true };
}

/** ISO 8601 in UTC to the second, without the year where the log has none; null for null. */
export function formatTime(time) {
  if (time === null) return null;
  const iso = new Date(time.at).toISOString().replace(/\.\d+Z$/, "Z");
  return time.hasYear ? iso : iso.slice(5);
}
