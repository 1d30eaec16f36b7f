"use client";

import { useQuery } from "@tanstack/react-query";
import { Search, WifiOff } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useState } from "react";
import { useApi } from "#components/api";
import { frameText } from "#components/messages/en/frame";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Kbd } from "#components/ui/kbd";
import { ToastRegion } from "#components/ui/toast";
import { Breadcrumb } from "./breadcrumb";
import { Rail } from "./rail";
import { Truths } from "./truths";
import { useCatalogWatch } from "./use-catalog-watch";
import { useShortcuts } from "./use-shortcuts";
import { useTypedAhead } from "./use-typed-ahead";

const STATUS_EVERY_MS = 15_000;

const Palette = dynamic(async () => (await import("#components/search/palette")).Palette, { ssr: false });
const ShortcutSheet = dynamic(async () => (await import("./shortcut-sheet")).ShortcutSheet, { ssr: false });

type Floating = "palette" | "sheet" | null;

export type FrameProps = { children: ReactNode };

/** Rail, top bar and work area around every page; palette and shortcut sheet float above it. */
export function Frame({ children }: FrameProps) {
  const api = useApi();
  const [floating, setFloating] = useState<Floating>(null);
  const status = useQuery(api.system.status.queryOptions(undefined, { refetchInterval: STATUS_EVERY_MS })).data;
  const { isConnected } = useCatalogWatch();
  const { begin, take } = useTypedAhead();
  const openPalette = useCallback(() => {
    if (floating !== "palette") begin();
    setFloating("palette");
  }, [floating, begin]);
  const openSheet = useCallback(() => setFloating("sheet"), []);
  useShortcuts({ onPalette: openPalette, onSheet: openSheet });
  return (
    <div className="relative flex h-dvh flex-col overflow-clip">
      <a
        href="#page"
        className="absolute top-1 left-1 z-50 -translate-y-12 rounded-md bg-accent-solid px-3 py-1 text-on-accent focus:translate-y-0"
      >
        {frameText.skip}
      </a>
      <header className="flex h-10 shrink-0 items-center gap-3 border-line border-b bg-raised px-3">
        <span className="flex w-[156px] shrink-0 items-center gap-2 font-semibold max-desk:hidden">
          <Mark />
          {frameText.product}
        </span>
        <div className="min-w-0 flex-1">
          <Breadcrumb />
        </div>
        {isConnected ? null : (
          <Badge tone="warn" icon={<WifiOff aria-hidden size={12} />} title={frameText.connectingMeaning}>
            {frameText.connecting}
          </Badge>
        )}
        <SearchButton onPress={openPalette} />
        <Truths status={status} />
      </header>
      <div className="flex min-h-0 flex-1 max-phone:flex-col">
        <Rail status={status} />
        <main id="page" tabIndex={-1} className="relative flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      <ToastRegion />
      {floating === "palette" ? (
        <Palette takeTyped={take} onClose={() => setFloating(null)} onShortcuts={openSheet} />
      ) : null}
      {floating === "sheet" ? <ShortcutSheet onClose={() => setFloating(null)} /> : null}
    </div>
  );
}

function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      onPress={onPress}
      aria-label={frameText.search}
      className="w-64 justify-start border-control font-normal text-muted max-desk:w-auto max-desk:border-transparent max-desk:bg-transparent"
      icon={<Search aria-hidden size={14} />}
    >
      <span className="flex-1 text-left max-desk:hidden">{frameText.search}</span>
      <Kbd keys="Mod+K" className="max-desk:hidden" />
    </Button>
  );
}

/** The capstone: the one stone on top that holds the others. */
function Mark() {
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" className="text-accent">
      <path d="M3.2 6 8 1.5 12.8 6z" fill="currentColor" />
      <path d="M2 8h12M1 11h14M0.5 14h15" stroke="currentColor" strokeWidth="1.4" className="text-muted" />
    </svg>
  );
}
