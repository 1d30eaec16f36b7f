"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { joinClasses } from "./join-classes";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "default" | "quiet" | "danger";
export type ButtonSize = "normal" | "small";

const base =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium [&>svg]:shrink-0 whitespace-nowrap select-none transition-colors duration-100 pointer-coarse:min-h-8";
const sizes: Record<ButtonSize, string> = { normal: "h-7 text-base", small: "h-6 text-meta" };
const paddings: Record<ButtonSize, string> = { normal: "px-2.5", small: "px-2" };
const squares: Record<ButtonSize, string> = {
  normal: "w-7 pointer-coarse:min-w-8",
  small: "w-6 pointer-coarse:min-w-8",
};
const variants: Record<ButtonVariant, string> = {
  primary:
    "border-transparent bg-accent-solid text-on-accent hover:bg-accent-solid-hover data-[pressed]:bg-accent-solid-hover",
  default: "border-line-strong bg-bg text-fg hover:bg-hover data-[pressed]:bg-pressed",
  quiet: "border-transparent bg-transparent text-fg hover:bg-hover data-[pressed]:bg-pressed",
  danger: "border-danger-line bg-bg text-danger hover:bg-danger-soft data-[pressed]:bg-danger-soft",
};
const off = "data-[disabled]:opacity-50 data-[disabled]:pointer-events-none";

/** The classes of a button, for the rare element that must look like one. */
export function toButtonClasses(variant: ButtonVariant, size: ButtonSize, shape: "text" | "square" = "text"): string {
  return joinClasses(base, sizes[size], (shape === "text" ? paddings : squares)[size], variants[variant], off);
}

export type ButtonProps = Omit<AriaButtonProps, "className" | "style" | "children"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A verb. While `isPending` it keeps its width, shows progress and does nothing. */
export function Button({ variant = "default", size = "normal", icon, className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={joinClasses(toButtonClasses(variant, size), className)}>
      {props.isPending ? <Spinner /> : icon}
      {children}
    </AriaButton>
  );
}

export type LinkButtonProps = ComponentProps<typeof Link> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
};

/** A link that looks like a button: it goes somewhere and has an address. */
export function LinkButton({
  variant = "default",
  size = "normal",
  icon,
  className,
  children,
  ...props
}: LinkButtonProps) {
  return (
    <Link {...props} className={joinClasses(toButtonClasses(variant, size), className)}>
      {icon}
      {children}
    </Link>
  );
}
