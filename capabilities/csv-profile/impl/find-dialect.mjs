import { readRecords } from "./read-records.mjs";
import { typeOfValue } from "./value-types.mjs";

const DELIMITERS = [",", ";", "\t", "|"];
const RECORDS_LOOKED_AT = 50;

function firstRecords(text, delimiter) {
  const records = [];
  for (const { fields } of readRecords(text, delimiter)) {
    records.push(fields);
    if (records.length === RECORDS_LOOKED_AT) break;
  }
  return records;
}

/** How well a delimiter fits: the share of records with the usual number of fields, and that number. */
function fitOf(records) {
  const counts = new Map();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, records_] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [1, 0];
  return width < 2 ? 0 : (records_ / records.length) * 100 + Math.min(width, 50);
}

/** The delimiter whose records are the most regular; "," when none separates anything. */
export function findDelimiter(text) {
  let best = ",";
  let bestFit = 0;
  for (const delimiter of DELIMITERS) {
    const fit = fitOf(firstRecords(text, delimiter));
    if (fit > bestFit) {
      best = delimiter;
      bestFit = fit;
    }
  }
  return best;
}

const isWord = (value) => ["text", "boolean"].includes(typeOfValue(value));

/**
 * True when the first record looks like names: words only, and either all filled, all different and not repeated below,
 * or standing over a column that holds no words.
 */
export function hasHeader(text, delimiter) {
  const [first, ...rest] = firstRecords(text, delimiter).map((fields) => fields.map((field) => field.trim()));
  if (first === undefined || !first.some((name) => name !== "")) return false;
  if (!first.every((name) => name === "" || isWord(name))) return false;
  const standsOverFigures = first.some(
    (_, column) => rest.length > 0 && rest.every((fields) => !isWord(fields[column] ?? "")),
  );
  if (standsOverFigures) return true;
  const areNames = first.every((name) => name !== "") && new Set(first).size === first.length;
  return areNames && !rest.some((fields) => fields.join("\n") === first.join("\n"));
}
