"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { joinClasses } from "./join-classes";
import { inputClasses } from "./text-field";
import { useUiText } from "./ui-text";

export type SearchFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Enter, but not the Enter that commits a candidate of an input method. */
  onSubmit?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** The page's own search box: "/" focuses it. */
  isPageSearch?: boolean;
  className?: string;
};

export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  onSubmit,
  onKeyDown,
  isPageSearch,
  className,
}: SearchFieldProps) {
  const text = useUiText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={joinClasses("relative min-w-0", className)}>
      <Search
        aria-hidden
        size={14}
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        data-page-search={isPageSearch ? "" : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape" && value !== "") {
            event.stopPropagation();
            onChange("");
            return;
          }
          if (event.key === "Enter") onSubmit?.();
          onKeyDown?.(event);
        }}
        className={joinClasses(
          inputClasses,
          "h-7 pr-7 pl-7 pointer-coarse:min-h-8 [&::-webkit-search-cancel-button]:hidden",
        )}
      />
      {value === "" ? null : (
        <button
          type="button"
          aria-label={text.clear}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
          className="absolute top-1/2 right-1 flex size-5 -translate-y-1/2 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
        >
          <X aria-hidden size={13} />
        </button>
      )}
    </div>
  );
}
