"use client";

import type { RefObject } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from "react-aria-components/Menu";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import { joinClasses } from "./join-classes";
import { Kbd } from "./kbd";
import type { MenuProps } from "./menu";

export type MenuPanelProps = Omit<MenuProps, "trigger"> & {
  triggerRef: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

export function MenuPanel({ label, entries, onAction, selected, triggerRef, onClose }: MenuPanelProps) {
  return (
    <AriaPopover
      aria-label={label}
      isOpen
      triggerRef={triggerRef}
      onOpenChange={onClose}
      placement="bottom end"
      offset={4}
      className="appear min-w-44 rounded-md border border-line-strong bg-float p-1 shadow-float"
    >
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        onAction={(key) => onAction(String(key))}
        onClose={onClose}
        selectionMode={selected?.mode ?? "none"}
        selectedKeys={selected?.ids ?? []}
        disabledKeys={entries.filter((entry) => entry.isDisabled).map((entry) => entry.id)}
        className="max-h-[60vh] overflow-auto outline-none"
      >
        {entries.map((entry) => (
          <AriaMenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            className={joinClasses(
              "flex min-h-7 items-center gap-2 rounded-sm px-2 outline-none data-[disabled]:opacity-50 data-[focused]:bg-hover data-[selected]:text-accent-text",
              entry.isDanger && "text-danger",
            )}
          >
            {entry.icon}
            <span className="flex-1">
              {entry.label}
              {entry.description ? <span className="block text-meta text-muted">{entry.description}</span> : null}
            </span>
            {entry.keys ? <Kbd keys={entry.keys} /> : null}
          </AriaMenuItem>
        ))}
      </AriaMenu>
    </AriaPopover>
  );
}
