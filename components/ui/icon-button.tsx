"use client";

import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { type ButtonVariant, toButtonClasses } from "./button";
import { joinClasses } from "./join-classes";
import { Tooltip } from "./tooltip";

export type IconButtonProps = Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> & {
  /** The button's name, for screen readers and as its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: "normal" | "small";
  /** Drawn as switched on. */
  isOn?: boolean;
  className?: string;
};

export function IconButton({
  label,
  icon,
  variant = "quiet",
  size = "normal",
  isOn,
  className,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <AriaButton
        {...props}
        aria-label={label}
        className={joinClasses(
          toButtonClasses(variant, size, "square"),
          isOn ? "bg-accent-soft text-accent-text" : variant === "quiet" && "text-muted hover:text-fg",
          className,
        )}
      >
        {icon}
      </AriaButton>
    </Tooltip>
  );
}
