import { Ban, CircleDashed, CircleX, Hourglass, Layers, ShieldCheck } from "lucide-react";
import { joinClasses } from "./join-classes";

/** What a person must know before anything is called: trusted, draft, disabled, broken, shadowed, pending. */
export type StateKind = "trusted" | "draft" | "disabled" | "broken" | "shadowed" | "pending";

const icons = {
  trusted: ShieldCheck,
  draft: CircleDashed,
  disabled: Ban,
  broken: CircleX,
  shadowed: Layers,
  pending: Hourglass,
};

const iconHues: Record<StateKind, string> = {
  trusted: "text-trusted",
  draft: "text-muted",
  disabled: "text-muted",
  broken: "text-danger",
  shadowed: "text-muted",
  pending: "text-warn",
};

const boxes: Record<StateKind, string> = {
  trusted: "border-transparent bg-trusted-soft text-trusted",
  draft: "border-dashed border-control text-muted",
  disabled: "border-line bg-hover text-muted",
  broken: "border-danger-line bg-danger-soft text-danger",
  shadowed: "hatched border-line-strong text-muted",
  pending: "border-warn-line bg-warn-soft text-warn",
};

export type StateMarkProps = {
  state: StateKind;
  /** The state's word. */
  label: string;
  /** Why it is so, on hover; stated in words somewhere on the page as well. */
  reason?: string;
  /** Icon only, with the word as its name: for rows and nodes. */
  isCompact?: boolean;
};

export function StateMark({ state, label, reason, isCompact }: StateMarkProps) {
  const Icon = icons[state];
  if (isCompact) {
    return (
      <span
        title={reason ? `${label}: ${reason}` : label}
        className={joinClasses("inline-flex shrink-0", iconHues[state])}
      >
        <Icon role="img" aria-label={label} size={13} />
      </span>
    );
  }
  return (
    <span
      title={reason}
      className={joinClasses(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-sm border px-1.5 text-meta leading-none whitespace-nowrap",
        boxes[state],
      )}
    >
      <Icon aria-hidden size={12} />
      {label}
    </span>
  );
}
