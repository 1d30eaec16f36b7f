"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { joinClasses } from "./join-classes";
import { useUrlState } from "./use-url-state";

export type TabEntry = { id: string; label: string; count?: number; content: ReactNode };

export type TabsProps = {
  label: string;
  tabs: readonly [TabEntry, ...TabEntry[]];
  /** Name in the query string; the first tab leaves it out. */
  param?: string;
  /** Drawn at the right end of the row of tabs. */
  actions?: ReactNode;
};

/** Tabs whose choice is in the URL: one tab stop, arrows move and choose; only the chosen one is mounted. */
export function Tabs({ label, tabs, param = "tab", actions }: TabsProps) {
  const url = useUrlState();
  const domId = useId();
  const asked = url.get(param);
  const selected = tabs.find((tab) => tab.id === asked) ?? tabs[0];
  const choose = (tab: TabEntry | undefined) => {
    if (tab !== undefined && tab.id !== selected.id) url.set({ [param]: tab.id === tabs[0].id ? null : tab.id });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.indexOf(selected);
    const target = tabs[toTabIndex(event.key, index, tabs.length)];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(target.id)}"]`)?.focus();
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b px-3">
        <div
          role="tablist"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="flex h-full min-w-0 flex-1 items-stretch gap-1 overflow-x-auto"
        >
          {tabs.map((tab) => {
            const isSelected = tab.id === selected.id;
            return (
              <button
                key={tab.id}
                type="button"
                role="tab"
                id={`${domId}-tab-${tab.id}`}
                data-tab={tab.id}
                aria-selected={isSelected}
                aria-controls={isSelected ? `${domId}-panel` : undefined}
                tabIndex={isSelected ? 0 : -1}
                onClick={() => choose(tab)}
                className={joinClasses(
                  "flex items-center gap-1.5 whitespace-nowrap border-b-2 px-2 outline-offset-[-3px]",
                  isSelected ? "border-accent font-medium" : "border-transparent text-muted hover:text-fg",
                )}
              >
                {tab.label}
                {tab.count === undefined ? null : <span className="text-meta text-muted">{tab.count}</span>}
              </button>
            );
          })}
        </div>
        {actions}
      </div>
      <div
        key={selected.id}
        role="tabpanel"
        id={`${domId}-panel`}
        aria-labelledby={`${domId}-tab-${selected.id}`}
        className="flex min-h-0 min-w-0 flex-1 flex-col"
      >
        {selected.content}
      </div>
    </div>
  );
}

/** The tab an arrow key goes to, wrapping round; -1 for every other key. */
function toTabIndex(key: string, index: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
