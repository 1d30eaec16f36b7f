"use client";

import type { KeyboardEvent } from "react";
import { dryRunText } from "#components/messages/en/dry-run";
import { joinClasses } from "#components/ui/join-classes";

export type InputFieldProps = {
  initial: string;
  onChange: (text: string) => void;
  onRun: () => void;
  isInvalid: boolean;
};

/** The input as JSON. Uncontrolled, so that an input method composes undisturbed; Cmd/Ctrl-Enter runs. */
export function InputField({ initial, onChange, onRun, isInvalid }: InputFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onRun();
  };
  return (
    <textarea
      aria-label={dryRunText.inputLabel}
      aria-invalid={isInvalid}
      defaultValue={initial}
      rows={Math.min(18, Math.max(6, initial.split("\n").length + 1))}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      className={joinClasses(
        "w-full resize-y rounded-md border bg-bg px-2.5 py-1.5 font-mono text-code text-fg",
        isInvalid ? "border-danger" : "border-control",
      )}
    />
  );
}
