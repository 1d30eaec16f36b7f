"use client";

import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { joinClasses } from "./join-classes";
import { Kbd } from "./kbd";

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
  /** One react-aria button. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  onAction: (id: string) => void;
  /** Ids drawn with a check mark; makes it a menu of choices. */
  selected?: { mode: "single" | "multiple"; ids: readonly string[] };
};

export function Menu({ label, trigger, entries, onAction, selected }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover
        placement="bottom end"
        offset={4}
        className="appear min-w-44 rounded-md border border-line-strong bg-float p-1 shadow-float"
      >
        <AriaMenu
          aria-label={label}
          onAction={(key) => onAction(String(key))}
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
      </Popover>
    </MenuTrigger>
  );
}
