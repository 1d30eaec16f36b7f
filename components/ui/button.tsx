"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode, Ref } from "react";
import { joinClasses } from "./join-classes";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "default" | "quiet" | "danger";
export type ButtonSize = "normal" | "small";

const base =
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 pointer-coarse:min-h-8 [&>svg]:shrink-0";
const sizes: Record<ButtonSize, string> = { normal: "h-7 text-base", small: "h-6 text-meta" };
const paddings: Record<ButtonSize, string> = { normal: "px-2.5", small: "px-2" };
const squares: Record<ButtonSize, string> = {
  normal: "w-7 pointer-coarse:min-w-8",
  small: "w-6 pointer-coarse:min-w-8",
};
const variants: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent-solid text-on-accent hover:bg-accent-solid-hover",
  default: "border-line-strong bg-bg text-fg hover:bg-hover active:bg-pressed",
  quiet: "border-transparent bg-transparent text-fg hover:bg-hover active:bg-pressed",
  danger: "border-danger-line bg-bg text-danger hover:bg-danger-soft",
};

/** The classes of a button, for the rare element that must look like one. */
export function toButtonClasses(variant: ButtonVariant, size: ButtonSize, shape: "text" | "square" = "text"): string {
  return joinClasses(base, sizes[size], (shape === "text" ? paddings : squares)[size], variants[variant]);
}

/** What every button of the kit takes. Native underneath: react-aria is loaded only with what floats. */
export type PressProps = Omit<ComponentProps<"button">, "onClick" | "disabled" | "className" | "children" | "ref"> & {
  onPress?: () => void | Promise<void>;
  isDisabled?: boolean;
  /** At work: it keeps its place and focus, shows progress and does nothing. */
  isPending?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function toButtonAttributes({ onPress, isDisabled, isPending, type = "button", ...rest }: PressProps) {
  return {
    ...rest,
    type,
    disabled: isDisabled ?? false,
    "aria-disabled": isPending ? true : undefined,
    "aria-busy": isPending ? true : undefined,
    onClick: (event: { preventDefault: () => void }) => {
      if (isPending) event.preventDefault();
      else void onPress?.();
    },
  };
}

export type ButtonProps = PressProps & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A verb. */
export function Button({ variant = "default", size = "normal", icon, className, children, ...props }: ButtonProps) {
  return (
    <button {...toButtonAttributes(props)} className={joinClasses(toButtonClasses(variant, size), className)}>
      {props.isPending ? <Spinner /> : icon}
      {children}
    </button>
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
    // A button is pressed on purpose: its page is not fetched merely because it is in sight.
    <Link prefetch={false} {...props} className={joinClasses(toButtonClasses(variant, size), className)}>
      {icon}
      {children}
    </Link>
  );
}
