import type { ReactNode } from "react";
import { joinClasses } from "./join-classes";

export type BadgeTone = "neutral" | "accent" | "good" | "warn" | "danger" | "tool" | "forge" | "skill" | "focus-mode";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-pressed text-fg",
  accent: "bg-accent-soft text-accent-text",
  good: "bg-trusted-soft text-trusted",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
  tool: "bg-tool-soft text-tool",
  forge: "bg-forge-soft text-forge",
  skill: "bg-skill-soft text-skill",
  "focus-mode": "bg-focus-mode-soft text-focus-mode",
};

export type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; title?: string; children: ReactNode };

/** One filled word: the status of a run, a count that waits. */
export function Badge({ tone = "neutral", icon, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={joinClasses(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.5 text-meta leading-none whitespace-nowrap",
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
