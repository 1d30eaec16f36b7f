"use client";

import { type MonacoOptions, useMonaco } from "./use-monaco";

/** The one place that pulls Monaco in; loaded by next/dynamic where an editor is open. */
export function MonacoEditor(props: MonacoOptions) {
  const container = useMonaco(props);
  return <div ref={container} className="min-h-0 min-w-0 flex-1" />;
}
