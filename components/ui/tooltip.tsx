"use client";

import type { ReactElement } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

export type TooltipProps = {
  text: string;
  placement?: "top" | "bottom" | "left" | "right";
  /** One focusable react-aria element. */
  children: ReactElement;
};

/** Says more on hover and focus; never the only place where something is said. */
export function Tooltip({ text, placement = "bottom", children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="appear max-w-80 rounded-sm border border-line-strong bg-float px-2 py-1 text-meta text-fg shadow-float"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
