"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { joinClasses } from "./join-classes";

export type SelectOption = { id: string; label: string; description?: string };

export type SelectProps = {
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChange: (id: string) => void;
  /** The label is there for screen readers only. */
  isLabelHidden?: boolean;
  isDisabled?: boolean;
  className?: string;
};

export function Select({ label, options, value, onChange, isLabelHidden, isDisabled, className }: SelectProps) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      isDisabled={isDisabled ?? false}
      className={joinClasses("flex flex-col gap-1", className)}
    >
      <Label className={isLabelHidden ? "sr-only" : "text-meta text-muted"}>{label}</Label>
      <AriaButton className="flex h-7 items-center gap-2 rounded-md border border-control bg-bg pr-1.5 pl-2.5 text-left hover:bg-hover data-[disabled]:opacity-50 pointer-coarse:min-h-8">
        <SelectValue className="flex-1 truncate">{({ selectedText }) => selectedText}</SelectValue>
        <ChevronsUpDown aria-hidden size={13} className="text-muted" />
      </AriaButton>
      <Popover
        offset={4}
        className="appear min-w-(--trigger-width) rounded-md border border-line-strong bg-float p-1 shadow-float"
      >
        <ListBox items={options} className="max-h-[50vh] overflow-auto outline-none">
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              className="group flex min-h-7 items-center gap-2 rounded-sm px-2 outline-none data-[focused]:bg-hover"
            >
              <Check aria-hidden size={13} className="invisible text-accent-text group-data-[selected]:visible" />
              <span className="flex-1">
                {option.label}
                {option.description ? (
                  <span slot="description" className="block text-meta text-muted">
                    {option.description}
                  </span>
                ) : null}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
