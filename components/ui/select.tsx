"use client";

import { ChevronsUpDown } from "lucide-react";
import { joinClasses } from "./join-classes";

type SelectOption = { id: string; label: string };

export type SelectProps = {
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChange: (id: string) => void;
  /** The label is there for screen readers only. */
  isLabelHidden?: boolean;
  isDisabled?: boolean;
  className?: string;
};

/** One of a few; the platform's own list, which every hand and screen reader knows. */
export function Select({ label, options, value, onChange, isLabelHidden, isDisabled, className }: SelectProps) {
  return (
    <label className={joinClasses("flex flex-col gap-1", className)}>
      <span className={isLabelHidden ? "sr-only" : "text-meta text-muted"}>{label}</span>
      <span className="relative flex">
        <select
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
          className="h-7 w-full appearance-none truncate rounded-md border border-control bg-bg pr-7 pl-2.5 text-fg hover:bg-hover disabled:opacity-50 pointer-coarse:min-h-8"
        >
          {options.map((option) => (
            <option key={option.id} value={option.id} className="bg-float">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronsUpDown
          aria-hidden
          size={13}
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
        />
      </span>
    </label>
  );
}
