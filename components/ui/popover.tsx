"use client";

import dynamic from "next/dynamic";
import { cloneElement, type ReactElement, type ReactNode, useRef, useState } from "react";
import type { PressProps } from "./button";
import type { PopoverPanelProps } from "./popover-panel";

const PopoverPanel = dynamic(async () => (await import("./popover-panel")).PopoverPanel, { ssr: false });

export type PopoverProps = {
  /** Name of the floating panel. */
  label: string;
  /** One button of the kit; the popover gives it what it needs to open. */
  trigger: ReactElement<PressProps>;
  placement?: PopoverPanelProps["placement"];
  children: ReactNode;
};

/** An explanation or a small form beside the button that opens it. Its code is loaded when the first one opens. */
export function Popover({ label, trigger, placement = "bottom end", children }: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen,
        onPress: () => setIsOpen(true),
      })}
      {isOpen ? (
        <PopoverPanel label={label} placement={placement} triggerRef={button} onClose={() => setIsOpen(false)}>
          {children}
        </PopoverPanel>
      ) : null}
    </>
  );
}
