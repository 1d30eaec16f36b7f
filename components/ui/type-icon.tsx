import { Anvil, BookText, Crosshair, Wrench } from "lucide-react";
import { joinClasses } from "./join-classes";

/** The four types of a capability, each with its icon and hue; a word stands beside it or is its label. */
type TypeIconKind = "tool" | "forge" | "skill" | "focus_mode";

const icons = { tool: Wrench, forge: Anvil, skill: BookText, focus_mode: Crosshair };
const hues = { tool: "text-tool", forge: "text-forge", skill: "text-skill", focus_mode: "text-focus-mode" };

export type TypeIconProps = {
  kind: TypeIconKind;
  /** Given when no word stands beside the icon. */
  label?: string;
  size?: number;
  className?: string;
};

export function TypeIcon({ kind, label, size = 14, className }: TypeIconProps) {
  const Icon = icons[kind];
  const name = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <span title={label} className={joinClasses("inline-flex shrink-0", hues[kind], className)}>
      <Icon {...name} size={size} />
    </span>
  );
}
