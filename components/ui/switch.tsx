"use client";

import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";

export type SwitchProps = Omit<AriaSwitchProps, "className" | "style" | "children"> & { children: ReactNode };

export function Switch({ children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className="group flex items-center gap-2 data-[disabled]:opacity-50 pointer-coarse:min-h-8">
      <span className="flex h-4 w-7 shrink-0 items-center rounded-full border border-control bg-pressed p-px transition-colors duration-100 group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-accent group-data-[focus-visible]:outline-offset-1 group-data-[selected]:border-accent-solid group-data-[selected]:bg-accent-solid">
        <span className="size-3 rounded-full bg-grey-9 transition-transform duration-100 group-data-[selected]:translate-x-3 group-data-[selected]:bg-on-accent" />
      </span>
      {children}
    </AriaSwitch>
  );
}
