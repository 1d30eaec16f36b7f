import { Ban, CircleCheck, CircleX, Clock, Hourglass, Pause, PlugZap } from "lucide-react";
import { runsText } from "#components/messages/en/runs";
import { Badge, type BadgeTone } from "#components/ui/badge";
import { Spinner } from "#components/ui/spinner";
import type { RunState } from "#server/loop/events";

const tones: Record<RunState, BadgeTone> = {
  queued: "neutral",
  running: "accent",
  waiting: "warn",
  paused: "neutral",
  interrupted: "warn",
  completed: "good",
  failed: "danger",
  cancelled: "neutral",
};

const icons = {
  queued: Clock,
  waiting: Hourglass,
  paused: Pause,
  interrupted: PlugZap,
  completed: CircleCheck,
  failed: CircleX,
  cancelled: Ban,
};

export type RunStateBadgeProps = { state: RunState };

/** A run's state: icon, word, and what it means on hover. */
export function RunStateBadge({ state }: RunStateBadgeProps) {
  const Icon = state === "running" ? null : icons[state];
  return (
    <Badge
      tone={tones[state]}
      title={runsText.stateMeanings[state]}
      icon={Icon === null ? <Spinner /> : <Icon aria-hidden size={12} />}
    >
      {runsText.states[state]}
    </Badge>
  );
}
