import type { ReactNode } from "react";
import { joinClasses } from "./join-classes";

export type ChipProps = {
  children: ReactNode;
  title?: string;
  tone?: "neutral" | "accent" | "warn" | "danger";
  className?: string;
};

const tones = {
  neutral: "border-line-strong text-muted",
  accent: "border-accent text-accent-text",
  warn: "border-warn-line text-warn",
  danger: "border-danger-line text-danger",
};

/** A small outlined fact: the way a result matched, where a value comes from. */
export function Chip({ children, title, tone = "neutral", className }: ChipProps) {
  return (
    <span
      title={title}
      className={joinClasses(
        "inline-flex h-[18px] max-w-full shrink-0 items-center gap-1 rounded-sm border px-1.5 text-[11px] leading-none whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
