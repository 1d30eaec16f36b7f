"use client";

import type { ReactNode } from "react";
import { Tab as AriaTab, Tabs as AriaTabs, TabList, TabPanel } from "react-aria-components/Tabs";
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

/** Tabs whose choice is in the URL; only the chosen one is mounted. */
export function Tabs({ label, tabs, param = "tab", actions }: TabsProps) {
  const url = useUrlState();
  const asked = url.get(param);
  const selected = tabs.find((tab) => tab.id === asked) ?? tabs[0];
  return (
    <AriaTabs
      selectedKey={selected.id}
      onSelectionChange={(key) => {
        if (key !== selected.id) url.set({ [param]: key === tabs[0].id ? null : String(key) });
      }}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b px-3">
        <TabList aria-label={label} className="flex h-full min-w-0 flex-1 items-stretch gap-1 overflow-x-auto">
          {tabs.map((tab) => (
            <AriaTab
              key={tab.id}
              id={tab.id}
              className="flex items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2 text-muted outline-offset-[-3px] hover:text-fg data-[selected]:border-accent data-[selected]:font-medium data-[selected]:text-fg"
            >
              {tab.label}
              {tab.count === undefined ? null : <span className="text-meta text-muted">{tab.count}</span>}
            </AriaTab>
          ))}
        </TabList>
        {actions}
      </div>
      <TabPanel
        key={selected.id}
        id={selected.id}
        className="flex min-h-0 min-w-0 flex-1 flex-col outline-offset-[-2px]"
      >
        {selected.content}
      </TabPanel>
    </AriaTabs>
  );
}
