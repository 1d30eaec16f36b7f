"use client";

import type { ReactElement, ReactNode } from "react";
import { Dialog as AriaDialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";

export type PopoverProps = {
  /** Name of the floating panel. */
  label: string;
  /** One react-aria button. */
  trigger: ReactElement;
  placement?: "bottom end" | "bottom start" | "top start" | "right top";
  children: ReactNode;
};

/** An explanation or a small form beside the button that opens it. */
export function Popover({ label, trigger, placement = "bottom end", children }: PopoverProps) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover
        placement={placement}
        offset={6}
        className="appear w-80 max-w-[calc(100vw-24px)] rounded-md border border-line-strong bg-float shadow-float"
      >
        <AriaDialog aria-label={label} className="flex max-h-[70vh] flex-col gap-2 overflow-auto p-3 outline-none">
          {children}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
