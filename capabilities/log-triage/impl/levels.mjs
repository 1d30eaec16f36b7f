/** What programs write, to the six levels of the answer. */
const LEVEL_OF = {
  trace: "debug",
  verbose: "debug",
  debug: "debug",
  info: "info",
  information: "info",
  notice: "info",
  warn: "warning",
  warning: "warning",
  err: "error",
  error: "error",
  severe: "error",
  crit: "fatal",
  critical: "fatal",
  alert: "fatal",
  emerg: "fatal",
  emergency: "fatal",
  panic: "fatal",
  fatal: "fatal",
};
const WORDS = Object.keys(LEVEL_OF).join("|");

const KEY_VALUE = new RegExp(`\\b(?:level|lvl|severity)["']?\\s*[=:]\\s*["']?(${WORDS})\\b`, "i");
const BRACKETED = new RegExp(`[\\[(<](?:[\\w-]+:)?(${WORDS})[\\])>]`, "i");
const UPPER_CASE = new RegExp(`(?:^|[\\s|:\\-\\]])(${WORDS.toUpperCase()})(?=$|[\\s|:,\\])!-])`);
const LEADING = new RegExp(`^\\W*(?:[\\w.\\-/]+(?:\\[\\d+\\])?:\\s+)?(${WORDS})\\b\\s*[:!]`, "i");
const APT = /^([EWN]): /;
const APT_LEVELS = { E: "error", W: "warning", N: "info" };
const KLOG = /^([IWEF])\d{4} \d{2}:/;
const KLOG_LEVELS = { I: "info", W: "warning", E: "error", F: "fatal" };
/** PostgreSQL's companions of an ERROR line: `DETAIL:  ...`, `STATEMENT:  ...`. */
const POSTGRES = /\[\d+\] (?:\S+@\S+ )?(?:LOG|DETAIL|HINT|STATEMENT|CONTEXT|QUERY): {2}/;
/** Access logs have no level: the status after the request line tells. */
const ACCESS = /"[A-Z]+ [^"]*" (\d{3}) /;

/** Words of trouble in an entry that names no level; "0 errors" and "no failures" are not trouble. */
const TROUBLE =
  /(?<![\w-])(?:error|exception|fatal|panic|failed|failure|traceback|segfault|segmentation fault|out of memory|refused|timed ?out|cannot|unable to)(?![\w-])|错误|异常|失败|超时|拒绝/i;
const NO_TROUBLE = /\b(?:0|no|without|zero) (?:errors?|failures?|exceptions?)\b|(?:无|没有|0 ?个?)(?:错误|异常|失败)/gi;

/** Levels are looked for near the start: "ERROR" inside a long message is not the level. */
const HEAD = 160;

const PINO_LEVELS = [
  [60, "fatal"],
  [50, "error"],
  [40, "warning"],
  [30, "info"],
];

export function isErrorLevel(level) {
  return level === "error" || level === "fatal";
}

/** The level of a JSON line's field, a word or pino's number; null when it is neither. */
export function readLevelValue(value) {
  if (typeof value === "number") return PINO_LEVELS.find(([from]) => value >= from)?.[1] ?? "debug";
  return typeof value === "string" ? (LEVEL_OF[value.toLowerCase()] ?? null) : null;
}

/** The level that a line itself names; null when it names none. */
export function findNamedLevel(line) {
  const head = line.slice(0, HEAD);
  const access = ACCESS.exec(line);
  if (access !== null) return access[1] >= "500" ? "error" : access[1] >= "400" ? "warning" : "info";
  const klog = KLOG.exec(head);
  if (klog !== null) return KLOG_LEVELS[klog[1]];
  const apt = APT.exec(head);
  if (apt !== null) return APT_LEVELS[apt[1]];
  if (POSTGRES.test(head)) return "info";
  const match = KEY_VALUE.exec(head) ?? BRACKETED.exec(head) ?? UPPER_CASE.exec(head) ?? LEADING.exec(head);
  return match === null ? null : LEVEL_OF[match[1].toLowerCase()];
}

/** "error" for an entry without a level whose words speak of trouble, else "none". */
export function guessLevel(text) {
  return TROUBLE.test(text.replace(NO_TROUBLE, "")) ? "error" : "none";
}
