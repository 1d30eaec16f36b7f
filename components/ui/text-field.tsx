"use client";

import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField";
import { joinClasses } from "./join-classes";

export const inputClasses =
  "w-full min-w-0 rounded-md border border-control bg-bg px-2.5 text-fg placeholder:text-muted focus-visible:outline-offset-0 data-[disabled]:opacity-50 data-[invalid]:border-danger";

export type TextFieldProps = Omit<AriaTextFieldProps, "className" | "style" | "children"> & {
  label: string;
  isLabelHidden?: boolean;
  /** What to type, in one line under the field. */
  hint?: ReactNode;
  /** What is wrong with the value; makes the field invalid. */
  error?: string | null;
  placeholder?: string;
  isCode?: boolean;
  /** More than one makes it a text area of so many lines. */
  rows?: number;
  className?: string;
};

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  placeholder,
  isCode,
  rows = 1,
  className,
  ...props
}: TextFieldProps) {
  const font = isCode ? "font-mono text-code" : "text-base";
  const hold = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField
      {...props}
      isInvalid={Boolean(error)}
      className={joinClasses("flex min-w-0 flex-col gap-1", className)}
    >
      <Label className={isLabelHidden ? "sr-only" : "text-meta text-muted"}>{label}</Label>
      {rows > 1 ? (
        <TextArea {...hold} rows={rows} className={joinClasses(inputClasses, font, "resize-y py-1.5")} />
      ) : (
        <Input {...hold} className={joinClasses(inputClasses, font, "h-7 pointer-coarse:min-h-8")} />
      )}
      {hint ? (
        <Text slot="description" className="text-meta text-muted">
          {hint}
        </Text>
      ) : null}
      <FieldError className="text-danger text-meta">{error}</FieldError>
    </AriaTextField>
  );
}
