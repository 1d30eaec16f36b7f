"use client";

import type { ReactNode } from "react";
import { type ButtonVariant, type PressProps, toButtonAttributes, toButtonClasses } from "./button";
import { joinClasses } from "./join-classes";
import { Spinner } from "./spinner";

export type IconButtonProps = Omit<PressProps, "aria-label" | "title"> & {
  /** The button's name, for screen readers and on hover. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: "normal" | "small";
  /** Drawn and told as switched on or off; left out, it is no switch. */
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
    <button
      {...toButtonAttributes(props)}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      className={joinClasses(
        toButtonClasses(variant, size, "square"),
        isOn ? "bg-accent-soft text-accent-text" : variant === "quiet" && "text-muted hover:text-fg",
        className,
      )}
    >
      {props.isPending ? <Spinner /> : icon}
    </button>
  );
}
