"use client";

import type { ReactNode, RefObject } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";

export type PopoverPanelProps = {
  label: string;
  placement: "bottom end" | "bottom start" | "top start" | "right top";
  triggerRef: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  children: ReactNode;
};

export function PopoverPanel({ label, placement, triggerRef, onClose, children }: PopoverPanelProps) {
  return (
    <AriaPopover
      isOpen
      triggerRef={triggerRef}
      onOpenChange={onClose}
      placement={placement}
      offset={6}
      className="appear w-80 max-w-[calc(100vw-24px)] rounded-md border border-line-strong bg-float shadow-float"
    >
      <AriaDialog aria-label={label} className="flex max-h-[70vh] flex-col gap-2 overflow-auto p-3 outline-none">
        {children}
      </AriaDialog>
    </AriaPopover>
  );
}
