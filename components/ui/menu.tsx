"use client";

import dynamic from "next/dynamic";
import { cloneElement, type ReactElement, type ReactNode, useRef, useState } from "react";
import type { PressProps } from "./button";

const MenuPanel = dynamic(async () => (await import("./menu-panel")).MenuPanel, { ssr: false });

export type MenuEntry = {
  id: string;
  label: string;
  icon?: ReactNode;
  description?: string;
  keys?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
};

export type MenuProps = {
  label: string;
  /** One button of the kit; the menu gives it what it needs to open. */
  trigger: ReactElement<PressProps>;
  entries: readonly MenuEntry[];
  onAction: (id: string) => void;
  /** Ids drawn as chosen; makes it a menu of choices. */
  selected?: { mode: "single" | "multiple"; ids: readonly string[] };
};

/** A list of actions beside the button that opens it. Its code is loaded when the first one opens. */
export function Menu({ trigger, ...props }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPress: () => setIsOpen(true),
      })}
      {isOpen ? <MenuPanel {...props} triggerRef={button} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
