"use client";

import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "./icon-button";
import { useUiText } from "./ui-text";

export type Toast = { id: number; text: string; href?: string; linkLabel?: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const none: readonly Toast[] = [];

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Tells of something that was done elsewhere, never of an error in view. It stays until it is dismissed; at most four, the oldest leaves. */
export function addToast(toast: Omit<Toast, "id">): void {
  lastId += 1;
  replace([...toasts, { ...toast, id: lastId }].slice(-4));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function ToastRegion() {
  const text = useUiText();
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    <section
      aria-label={text.notifications}
      aria-live="polite"
      className="pointer-events-none fixed right-3 bottom-3 z-40 flex w-80 max-w-[calc(100vw-24px)] flex-col gap-2 max-phone:bottom-16"
    >
      {shown.map((toast) => (
        <div
          key={toast.id}
          className="appear pointer-events-auto flex items-start gap-2 rounded-md border border-line-strong bg-float py-2 pr-1.5 pl-3 shadow-float"
        >
          <p className="min-w-0 flex-1 break-words">
            {toast.text}{" "}
            {toast.href ? (
              <a href={toast.href} className="text-accent-text underline">
                {toast.linkLabel}
              </a>
            ) : null}
          </p>
          <IconButton
            label={text.dismiss}
            icon={<X size={13} />}
            size="small"
            onPress={() => replace(toasts.filter((each) => each.id !== toast.id))}
          />
        </div>
      ))}
    </section>
  );
}
