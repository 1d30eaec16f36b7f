const MISSING = /^(?:na|n\/a|null|none|nan|-|--)$/i;
const INTEGER = /^[+-]?(?:0|[1-9]\d*)$/;
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^[+-]?(?:0|[1-9]\d*),\d+$/;
const BOOLEAN = /^(?:true|false|yes|no|是|否)$/i;
const DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const DATETIME =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/;

/** True for a field that stands for "nothing". Expects trimmed text. */
export function isMissing(value) {
  return value === "" || MISSING.test(value);
}

function isDay(match) {
  const [, year, month, day] = match;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** integer, number, boolean, date, datetime or text. Numbers with leading zeros are text: they are codes, such as 00123. */
export function typeOfValue(value, { isDecimalComma = false } = {}) {
  if (INTEGER.test(value)) return "integer";
  if (NUMBER.test(value) || (isDecimalComma && DECIMAL_COMMA.test(value))) return "number";
  if (BOOLEAN.test(value)) return "boolean";
  const date = DATE.exec(value) ?? DATETIME.exec(value);
  if (date === null || !isDay(date)) return "text";
  return DATE.test(value) ? "date" : "datetime";
}

/** A number of the type `integer` or `number`. */
export function toNumber(value) {
  return Number(DECIMAL_COMMA.test(value) ? value.replace(",", ".") : value);
}

export function hasLeadingZeros(value) {
  return /^[+-]?0\d+$/.test(value);
}

/** "2024-1-5 9:03" and "2024/01/05T09:03" as text that sorts by time. */
export function toSortableDate(value) {
  return value
    .replaceAll("/", "-")
    .replace("T", " ")
    .replace(/(?<=\D)\d(?=\D|$)|^\d(?=\D)/g, (digit) => `0${digit}`);
}
