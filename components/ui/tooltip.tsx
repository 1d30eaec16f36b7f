import type { ReactNode } from "react";

export type TooltipProps = { text: string; children: ReactNode };

/** Says more while its one control is hovered or focused; the control's own name or description says it to screen readers. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <span className="group/tooltip relative inline-flex">
      {children}
      <span
        role="tooltip"
        className="pointer-events-none invisible absolute top-full right-0 z-30 mt-1.5 w-max max-w-80 rounded-sm border border-line-strong bg-float px-2 py-1 text-left text-meta opacity-0 shadow-float transition-opacity delay-300 duration-100 group-focus-within/tooltip:visible group-focus-within/tooltip:opacity-100 group-hover/tooltip:visible group-hover/tooltip:opacity-100"
      >
        {text}
      </span>
    </span>
  );
}
