"use client";

import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components/Checkbox";
import { joinClasses } from "./join-classes";

export type CheckboxProps = Omit<AriaCheckboxProps, "className" | "style" | "children"> & {
  children: ReactNode;
  className?: string;
};

export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className={joinClasses(
        "group flex items-center gap-2 data-[disabled]:opacity-50 pointer-coarse:min-h-8",
        className,
      )}
    >
      <span className="flex size-3.5 shrink-0 items-center justify-center rounded-[3px] border border-control bg-bg text-on-accent group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-accent group-data-[focus-visible]:outline-offset-1 group-data-[selected]:border-accent-solid group-data-[selected]:bg-accent-solid">
        <Check aria-hidden size={11} strokeWidth={3} className="hidden group-data-[selected]:block" />
        <Minus aria-hidden size={11} strokeWidth={3} className="hidden text-fg group-data-[indeterminate]:block" />
      </span>
      {children}
    </AriaCheckbox>
  );
}
