"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { joinClasses } from "./join-classes";

export const inputClasses =
  "w-full min-w-0 rounded-md border border-control bg-bg px-2.5 text-fg placeholder:text-muted focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-danger";

type InputElement = HTMLInputElement | HTMLTextAreaElement;

export type TextFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isLabelHidden?: boolean;
  /** What to type, in one line under the field. */
  hint?: ReactNode;
  /** What is wrong with the value; makes the field invalid. */
  error?: string | null;
  placeholder?: string;
  isCode?: boolean;
  isDisabled?: boolean;
  isRequired?: boolean;
  /** More than one makes it a text area of so many lines. */
  rows?: number;
  type?: "text" | "password" | "url";
  name?: string;
  autoFocus?: boolean;
  autoComplete?: string;
  maxLength?: number;
  onKeyDown?: (event: KeyboardEvent<InputElement>) => void;
  /** Where a value takes effect only when it is whole. */
  onBlur?: () => void;
  inputRef?: (element: InputElement | null) => void;
  className?: string;
};

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, isLabelHidden, hint, error, isCode, isDisabled, isRequired, rows = 1 } = props;
  const id = useId();
  const font = isCode ? "font-mono text-code" : "text-base";
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const attributes = {
    id,
    value,
    name: props.name,
    placeholder: props.placeholder,
    disabled: isDisabled,
    required: isRequired,
    autoFocus: props.autoFocus,
    autoComplete: props.autoComplete ?? "off",
    maxLength: props.maxLength,
    spellCheck: isCode ? false : undefined,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described === "" ? undefined : described,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onKeyDown: props.onKeyDown,
    onBlur: props.onBlur,
  };
  return (
    <div className={joinClasses("flex min-w-0 flex-col gap-1", props.className)}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-meta text-muted"}>
        {label}
      </label>
      {rows > 1 ? (
        <textarea
          {...attributes}
          ref={props.inputRef}
          rows={rows}
          className={joinClasses(inputClasses, font, "resize-y py-1.5")}
        />
      ) : (
        <input
          {...attributes}
          ref={props.inputRef}
          type={props.type ?? "text"}
          className={joinClasses(inputClasses, font, "h-7 pointer-coarse:min-h-8")}
        />
      )}
      {hint ? (
        <p id={`${id}-hint`} className="text-meta text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-danger text-meta">
          {error}
        </p>
      ) : null}
    </div>
  );
}
