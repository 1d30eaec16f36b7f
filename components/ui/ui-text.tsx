"use client";

import { createContext, type ReactNode, use } from "react";

/** The few words that primitives say by themselves; the catalogue of messages provides them, so that ui/ knows no language. */
export type UiText = {
  close: string;
  copy: string;
  copied: string;
  clear: string;
  dismiss: string;
  wrapLines: string;
  unwrapLines: string;
  resizePane: (name: string) => string;
  back: (name: string) => string;
  errorCode: string;
  rowsShown: (shown: number, total: number) => string;
  lineCount: (lines: number) => string;
  concealed: (code: string) => string;
  notifications: string;
  fileAdded: string;
  fileRemoved: string;
  noDifference: string;
  noNewline: string;
  unchangedLines: (lines: number) => string;
  moreLines: (lines: number) => string;
};

const UiTextContext = createContext<UiText | null>(null);

export type UiTextProviderProps = { text: UiText; children: ReactNode };

export function UiTextProvider({ text, children }: UiTextProviderProps) {
  return <UiTextContext value={text}>{children}</UiTextContext>;
}

/** The words of primitives. Throws when no provider is mounted, which is a bug of the page. */
export function useUiText(): UiText {
  const text = use(UiTextContext);
  if (text === null) throw new Error("UiTextProvider is missing above this component.");
  return text;
}
