import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { joinClasses } from "./join-classes";

export type CheckboxProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  children: ReactNode;
  className?: string;
};

/** A native checkbox with its label; the whole line is its target. */
export function Checkbox({ isSelected, onChange, isDisabled, children, className }: CheckboxProps) {
  return (
    <label
      className={joinClasses("flex items-center gap-2 pointer-coarse:min-h-8", isDisabled && "opacity-60", className)}
    >
      <span className="relative flex size-3.5 shrink-0 text-on-accent">
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          className="size-full appearance-none rounded-[3px] border border-control bg-bg checked:border-accent-solid checked:bg-accent-solid"
        />
        {isSelected ? (
          <Check aria-hidden size={11} strokeWidth={3} className="pointer-events-none absolute top-px left-px" />
        ) : null}
      </span>
      {children}
    </label>
  );
}
