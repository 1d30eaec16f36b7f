/** Figures as look.md wants them: exact, short, the same everywhere. All pure; the words come from Intl or are units. */

const UNKNOWN = "unknown";

/** 38 ms, 1.2 s, 3 m 12 s, 2 h 5 m. null is "unknown". */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return UNKNOWN;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** 1,240. null is "unknown". */
export function formatCount(count: number | null): string {
  return count === null ? UNKNOWN : count.toLocaleString("en-US");
}

/** 980, 12.4k, 1.3M: for tokens, with the exact figure on hover. null is "unknown". */
export function formatTokens(tokens: number | null): string {
  if (tokens === null) return UNKNOWN;
  if (tokens < 1_000) return String(tokens);
  if (tokens < 999_950) return `${trimZero((tokens / 1_000).toFixed(1))}k`;
  return `${trimZero((tokens / 1_000_000).toFixed(1))}M`;
}

/** 812 B, 14.2 KiB, 3 MiB. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : trimZero(value.toFixed(1))} ${units[unit]}`;
}

/** $1.24; below a cent four places: $0.0042. null is "unknown". */
export function formatMoney(dollars: number | null): string {
  if (dollars === null) return UNKNOWN;
  return `$${dollars.toFixed(dollars !== 0 && Math.abs(dollars) < 0.01 ? 4 : 2)}`;
}

const steps: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: "year", seconds: 31_536_000 },
  { unit: "month", seconds: 2_592_000 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });

/** "now" within ten seconds, then "32 seconds ago", "5 minutes ago", "yesterday". */
export function formatRelative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  if (Math.abs(seconds) < 10) return relative.format(0, "second");
  const step = steps.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return step === undefined
    ? relative.format(seconds, "second")
    : relative.format(Math.trunc(seconds / step.seconds), step.unit);
}

/** 2026-11-30 14:21:07, in the reader's own time zone. */
export function formatAbsolute(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The first 12 digits of a digest, enough to tell versions apart by eye; the whole is on hover or copied. */
export function formatDigest(digest: string): string {
  return digest.replace(/^sha256:/, "").slice(0, 12);
}

function trimZero(figure: string): string {
  return figure.endsWith(".0") ? figure.slice(0, -2) : figure;
}
