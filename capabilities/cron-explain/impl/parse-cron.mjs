const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const FIELDS = {
  second: { min: 0, max: 59 },
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: MONTHS, offset: 1 },
  // 7 is Sunday too; it becomes 0.
  weekday: { min: 0, max: 7, names: DAYS, offset: 0 },
};

const NICKNAMES = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** A sentence about what is wrong with the expression. */
export class CronError extends Error {}

function readNumber(text, name) {
  const { min, max, names, offset } = FIELDS[name];
  const index = names?.indexOf(text.toUpperCase()) ?? -1;
  const value = index >= 0 ? index + offset : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new CronError(`"${text}" is no value of the field ${name}`);
  if (value < min || value > max) throw new CronError(`${text} in the field ${name} is not between ${min} and ${max}`);
  return value;
}

/** One part of a list: *, a, a-b, each with an optional /step. */
function readPart(part, name) {
  const [range, stepText, ...rest] = part.split("/");
  if (rest.length > 0 || range === "") throw new CronError(`"${part}" in the field ${name} cannot be read`);
  const step = stepText === undefined ? 1 : Number(stepText);
  if (!Number.isInteger(step) || step < 1)
    throw new CronError(`the step in "${part}" of the field ${name} must be 1 or more`);
  const { min, max } = FIELDS[name];
  if (range === "*" || range === "?") return { from: min, to: name === "weekday" ? 6 : max, step };
  const [first, last, ...more] = range.split("-");
  if (more.length > 0) throw new CronError(`"${part}" in the field ${name} cannot be read`);
  const from = readNumber(first, name);
  // "5/10" means from 5 to the end in steps of 10.
  const to = last === undefined ? (stepText === undefined ? from : max) : readNumber(last, name);
  if (to < from) throw new CronError(`the range ${range} in the field ${name} runs backwards`);
  return { from, to, step };
}

function readField(text, name) {
  if (/[LW#]/i.test(text.replace(/[A-Z]{3}/gi, ""))) {
    throw new CronError(`"${text}" in the field ${name} uses L, W or #, which only Quartz knows`);
  }
  const parts = text.split(",").map((part) => readPart(part, name));
  const values = new Set();
  for (const { from, to, step } of parts) {
    for (let value = from; value <= to; value += step) values.add(name === "weekday" ? value % 7 : value);
  }
  return {
    text,
    parts,
    isAny: text === "*" || text === "?",
    /** Cron counts a field as restricted unless it begins with a star. */
    isRestricted: !/^[*?]/.test(text),
    values: [...values].sort((a, b) => a - b),
  };
}

/** Parses an expression into fields by name; throws CronError. `hasSeconds` is true for six fields. */
export function parseCron(expression) {
  const text = expression.normalize("NFKC").trim();
  if (text.toLowerCase() === "@reboot") throw new CronError("@reboot fires when the machine starts and has no time");
  const plain = text.startsWith("@") ? NICKNAMES[text.toLowerCase()] : text;
  if (plain === undefined) throw new CronError(`${text} is not one of ${Object.keys(NICKNAMES).join(", ")}`);
  const parts = plain.split(/\s+/);
  if (parts.length !== 5 && parts.length !== 6) {
    throw new CronError(`there are ${parts.length} fields; five are needed, or six with seconds in front`);
  }
  const hasSeconds = parts.length === 6;
  const [second, minute, hour, day, month, weekday] = hasSeconds ? parts : ["0", ...parts];
  return {
    hasSeconds,
    second: readField(second, "second"),
    minute: readField(minute, "minute"),
    hour: readField(hour, "hour"),
    day: readField(day, "day"),
    month: readField(month, "month"),
    weekday: readField(weekday, "weekday"),
  };
}
