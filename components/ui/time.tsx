"use client";

import { formatAbsolute, formatRelative } from "./format";
import { useNow } from "./use-now";

export type RelativeTimeProps = {
  /** ISO text or milliseconds. */
  at: string | number;
};

/** "5 minutes ago", with the absolute time on hover. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const now = useNow();
  const milliseconds = new Date(at).getTime();
  const absolute = formatAbsolute(milliseconds);
  return (
    <time
      dateTime={new Date(milliseconds).toISOString()}
      title={absolute}
      suppressHydrationWarning
      className="whitespace-nowrap"
    >
      {now === 0 ? absolute : formatRelative(milliseconds, now)}
    </time>
  );
}
