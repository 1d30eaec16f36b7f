import type { ReactNode } from "react";
import { joinClasses } from "./join-classes";

export type SwitchProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  children: ReactNode;
};

/** On or off, at once; a checkbox is for what takes effect later. */
export function Switch({ isSelected, onChange, isDisabled, children }: SwitchProps) {
  return (
    <label className={joinClasses("flex items-center gap-2 pointer-coarse:min-h-8", isDisabled && "opacity-60")}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isSelected}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        className="h-4 w-7 shrink-0 appearance-none rounded-full border border-control bg-pressed transition-colors duration-100 before:block before:size-3 before:translate-x-px before:translate-y-px before:rounded-full before:bg-grey-9 before:transition-transform before:duration-100 checked:border-accent-solid checked:bg-accent-solid checked:before:translate-x-[13px] checked:before:bg-on-accent"
      />
      {children}
    </label>
  );
}
