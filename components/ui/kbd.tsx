"use client";

import { joinClasses } from "./join-classes";
import { useModifierKey } from "./use-modifier-key";

export type KbdProps = {
  /** Keys joined by "+", for example "Mod+K"; Mod is the key that commands use on this platform. */
  keys: string;
  className?: string;
};

export function Kbd({ keys, className }: KbdProps) {
  const modifier = useModifierKey();
  return (
    <span className={joinClasses("inline-flex items-center gap-0.5", className)}>
      {keys
        .replace("Mod", modifier)
        .split("+")
        .map((key) => (
          <kbd
            key={key}
            className="inline-flex h-4 min-w-4 items-center justify-center rounded-sm border border-line-strong bg-raised px-1 font-sans text-[11px] text-muted leading-none"
          >
            {key}
          </kbd>
        ))}
    </span>
  );
}
