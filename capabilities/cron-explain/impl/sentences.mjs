const EN_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const EN_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const ZH_DAYS = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];
const LISTED_MAX = 12;

const two = (number) => String(number).padStart(2, "0");

function ordinal(number) {
  const ending = number % 100 >= 11 && number % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

function listEn(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "*\/15" as 15; null when the field is no plain step over everything. */
function stepOf(field) {
  const [part] = field.parts;
  return field.parts.length === 1 && /^[*?]\//.test(field.text) ? part.step : null;
}

/** Each part as one value or a range, in the words of `name`. */
function partsOf(field, name, join) {
  return field.parts.map(({ from, to, step }) => {
    const range = from === to ? name(from) : join(name(from), name(to));
    return step === 1 ? range : `${range} (/${step})`;
  });
}

function isSingle(field) {
  return field.values.length === 1;
}

/** Clock times when hour and minute are a few plain values; else null. */
function clockTimes(cron) {
  if (cron.hour.isAny || cron.minute.isAny || !isSingle(cron.second)) return null;
  const count = cron.hour.values.length * cron.minute.values.length;
  if (count > LISTED_MAX || stepOf(cron.hour) !== null || stepOf(cron.minute) !== null) return null;
  const seconds = cron.hasSeconds && cron.second.values[0] !== 0 ? `:${two(cron.second.values[0])}` : "";
  return cron.hour.values.flatMap((hour) =>
    cron.minute.values.map((minute) => `${two(hour)}:${two(minute)}${seconds}`),
  );
}

function unitEn(field, unit) {
  if (field.isAny) return `every ${unit}`;
  const step = stepOf(field);
  if (step !== null) return `every ${step} ${unit}s`;
  const parts = partsOf(field, String, (from, to) => `${from} to ${to}`);
  return `at ${unit}${field.values.length === 1 ? "" : "s"} ${listEn(parts)}`;
}

function timeEn(cron) {
  const times = clockTimes(cron);
  if (times !== null) return `at ${listEn(times)}`;
  const parts = [];
  if (cron.hasSeconds && !(isSingle(cron.second) && cron.second.values[0] === 0))
    parts.push(unitEn(cron.second, "second"));
  if (!(cron.minute.isAny && parts.length > 0)) parts.push(unitEn(cron.minute, "minute"));
  if (cron.hour.isAny && !cron.minute.isAny && stepOf(cron.minute) === null) parts.push("every hour");
  if (!cron.hour.isAny) {
    const hours = partsOf(
      cron.hour,
      (hour) => `${two(hour)}:00`,
      (from, to) => `from ${from} to ${to.slice(0, 2)}:59`,
    );
    const step = stepOf(cron.hour);
    parts.push(step === null ? `in the hours ${listEn(hours)}` : `in every ${ordinal(step)} hour`);
  }
  return parts.join(", ");
}

function dayEn(cron) {
  const days = cron.day.isAny
    ? null
    : stepOf(cron.day) === null
      ? `on day ${listEn(partsOf(cron.day, String, (a, b) => `${a} to ${b}`))} of the month`
      : `on every ${ordinal(stepOf(cron.day))} day of the month`;
  const week = cron.weekday.isAny
    ? null
    : `on ${listEn(
        partsOf(
          cron.weekday,
          (day) => EN_DAYS[day % 7],
          (a, b) => `${a} to ${b}`,
        ),
      )}`;
  if (days === null && week === null) return "every day";
  if (days === null || week === null) return days ?? week;
  return cron.day.isRestricted && cron.weekday.isRestricted ? `${days}, or ${week}` : `${days} that is ${week}`;
}

function monthEn(month) {
  if (month.isAny) return "";
  const step = stepOf(month);
  if (step !== null) return `, in every ${ordinal(step)} month from January`;
  const months = partsOf(
    month,
    (value) => EN_MONTHS[value - 1],
    (a, b) => `${a} to ${b}`,
  );
  return `, in ${listEn(months)}`;
}

/** One English sentence. */
export function toEnglish(cron) {
  const sentence = `${timeEn(cron)}, ${dayEn(cron)}${monthEn(cron.month)}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function unitZh(field, unit) {
  if (field.isAny) return `每${unit}`;
  const step = stepOf(field);
  if (step !== null) return `每 ${step} ${unit}`;
  return `第 ${partsOf(field, String, (from, to) => `${from} 至 ${to}`).join("、")} ${unit}`;
}

function timeZh(cron) {
  const times = clockTimes(cron);
  if (times !== null) return times.join("、");
  const parts = [];
  if (!cron.hour.isAny) {
    const step = stepOf(cron.hour);
    const hours = partsOf(
      cron.hour,
      (hour) => `${hour} 点`,
      (from, to) => `${from}至 ${to}`,
    );
    parts.push(step === null ? hours.join("、") : `每 ${step} 小时`);
  }
  const hasSeconds = cron.hasSeconds && !(isSingle(cron.second) && cron.second.values[0] === 0);
  if (!(cron.minute.isAny && hasSeconds)) parts.push(unitZh(cron.minute, "分钟"));
  if (hasSeconds) parts.push(unitZh(cron.second, "秒"));
  return parts.join("，");
}

function dayZh(cron) {
  const days = cron.day.isAny
    ? null
    : stepOf(cron.day) === null
      ? `每月 ${partsOf(cron.day, String, (a, b) => `${a} 至 ${b}`).join("、")} 日`
      : `每月每 ${stepOf(cron.day)} 天`;
  const week = cron.weekday.isAny
    ? null
    : partsOf(
        cron.weekday,
        (day) => ZH_DAYS[day % 7],
        (a, b) => `${a}至${b}`,
      ).join("、");
  if (days === null && week === null) return "每天";
  if (days === null || week === null) return days ?? `每${week}`;
  return cron.day.isRestricted && cron.weekday.isRestricted ? `${days}或${week}` : `${days}且为${week}`;
}

function monthZh(month) {
  if (month.isAny) return "";
  const step = stepOf(month);
  if (step !== null) return `从 1 月起每 ${step} 个月，`;
  const months = partsOf(
    month,
    (value) => `${value} 月`,
    (a, b) => `${a}至 ${b}`,
  );
  return `${months.join("、")}，`;
}

/** One Chinese sentence. */
export function toChinese(cron) {
  return `${monthZh(cron.month)}${dayZh(cron)}，${timeZh(cron)} 执行。`;
}
