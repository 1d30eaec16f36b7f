import { hasLeadingZeros, isMissing, toNumber, toSortableDate, typeOfValue } from "./value-types.mjs";

/** Distinct values kept per column; beyond it the count is a minimum. */
const DISTINCT_MAX = 20_000;
/** Share of values from which one type stands for the column and the others are exceptions. */
const MAIN_SHARE = 0.8;
const TEXT_SHARE = 0.5;
const SHOWN_MAX = 120;

function show(value) {
  return value.length <= SHOWN_MAX
    ? value
    : `${value.slice(0, SHOWN_MAX)} [and ${value.length - SHOWN_MAX} characters]`;
}

function valuesHave(count) {
  return count === 1 ? "1 value has" : `${count} values have`;
}

/** Gathers one column, value by value, without keeping the values. */
export class Column {
  values = 0;
  missing = 0;
  padded = 0;
  zeros = 0;
  types = new Map();
  frequency = new Map();
  isFrequencyFull = false;
  sum = 0;
  min = null;
  max = null;
  exactMin = null;
  exactMax = null;
  dateMin = null;
  dateMax = null;
  shortest = Number.POSITIVE_INFINITY;
  longest = 0;

  constructor(name, options) {
    this.name = name;
    this.options = options;
  }

  add(field) {
    const value = field.trim();
    if (isMissing(value)) {
      this.missing += 1;
      return;
    }
    this.values += 1;
    if (value.length !== field.length) this.padded += 1;
    if (hasLeadingZeros(value)) this.zeros += 1;
    const type = typeOfValue(value, this.options);
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
    this.count(value);
    this.shortest = Math.min(this.shortest, value.length);
    this.longest = Math.max(this.longest, value.length);
    if (type === "integer" || type === "number") this.addNumber(value, type);
    if (type === "date" || type === "datetime") this.addDate(value);
  }

  count(value) {
    const known = this.frequency.get(value);
    if (known !== undefined) this.frequency.set(value, known + 1);
    else if (this.frequency.size < DISTINCT_MAX) this.frequency.set(value, 1);
    else this.isFrequencyFull = true;
  }

  addNumber(value, type) {
    const number = toNumber(value);
    this.sum += number;
    if (this.min === null || number < this.min) this.min = number;
    if (this.max === null || number > this.max) this.max = number;
    if (type === "integer" && !Number.isSafeInteger(number)) {
      const exact = BigInt(value);
      if (this.exactMin === null || exact < this.exactMin) this.exactMin = exact;
      if (this.exactMax === null || exact > this.exactMax) this.exactMax = exact;
    }
  }

  addDate(value) {
    const sortable = toSortableDate(value);
    if (this.dateMin === null || sortable < this.dateMin) this.dateMin = sortable;
    if (this.dateMax === null || sortable > this.dateMax) this.dateMax = sortable;
  }

  /** The type that all values share; numbers of both kinds are numbers; text when at least half are words; else "mixed". */
  type() {
    const types = [...this.types.keys()];
    if (types.length === 0) return "empty";
    if (types.length === 1) return types[0];
    if (types.every((type) => type === "integer" || type === "number")) return "number";
    if (types.every((type) => type === "date" || type === "datetime")) return "datetime";
    // Any value can stand in a column of words, such as the version "3" among "3.1-2".
    return (this.types.get("text") ?? 0) >= this.values * TEXT_SHARE ? "text" : "mixed";
  }

  toProfile(top) {
    const type = this.type();
    const profile = {
      name: show(this.name),
      type,
      values: this.values,
      missing: this.missing,
      distinct: this.frequency.size,
      ...(this.isFrequencyFull ? { distinct_is_minimum: true } : {}),
      ...this.range(type),
      top: [...this.frequency]
        .sort((a, b) => b[1] - a[1])
        .slice(0, top)
        .map(([value, count]) => ({ value: show(value), count })),
    };
    return profile;
  }

  range(type) {
    if (type === "integer" || type === "number") {
      const mean = this.sum / this.values;
      return {
        min: textWhenUnsafe(this.min, this.exactMin),
        max: textWhenUnsafe(this.max, this.exactMax),
        ...(Number.isFinite(mean) ? { mean, sum: this.sum } : {}),
      };
    }
    if (type === "date" || type === "datetime") return { min: this.dateMin, max: this.dateMax };
    if (type === "text" || type === "mixed") return { shortest: this.shortest, longest: this.longest };
    return {};
  }

  warnings() {
    const found = [];
    if (this.type() === "mixed") found.push(`${show(this.name)}: ${this.describeMix()}`);
    if (this.zeros > 0) {
      found.push(`${show(this.name)}: ${valuesHave(this.zeros)} leading zeros; they count as text, not as numbers.`);
    }
    if (this.padded > 0) found.push(`${show(this.name)}: ${valuesHave(this.padded)} blanks around.`);
    if (this.isFrequencyFull) {
      found.push(
        `${show(this.name)}: more than ${DISTINCT_MAX} different values; distinct is a minimum and top may miss some.`,
      );
    }
    return found;
  }

  describeMix() {
    const sorted = [...this.types].sort((a, b) => b[1] - a[1]);
    const [main, count] = sorted[0];
    const others = sorted.slice(1).map(([type, number]) => `${number} ${type}`);
    const share = count / this.values;
    return share >= MAIN_SHARE
      ? `${count} of ${this.values} values are ${main}, but there are also ${others.join(", ")}.`
      : `values of several types: ${count} ${main}, ${others.join(", ")}.`;
  }
}

function textWhenUnsafe(number, exact) {
  if (number !== null && Math.abs(number) > Number.MAX_SAFE_INTEGER && exact !== null) return exact.toString();
  return Number.isFinite(number) ? number : String(number);
}
