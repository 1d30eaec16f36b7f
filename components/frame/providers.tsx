"use client";

import type { ReactNode } from "react";
import { ApiProvider } from "#components/api";
import { uiText } from "#components/messages/en/ui";
import { UiTextProvider } from "#components/ui/ui-text";

export type ProvidersProps = { children: ReactNode };

/** What every page needs above it: the words of primitives and the API. */
export function Providers({ children }: ProvidersProps) {
  return (
    <UiTextProvider text={uiText}>
      <ApiProvider>{children}</ApiProvider>
    </UiTextProvider>
  );
}
