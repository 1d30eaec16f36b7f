import { CircleCheck, CircleX, Hourglass, MessageSquareWarning, Undo2 } from "lucide-react";
import type { ApiOutputs } from "#components/api";
import { reviewText } from "#components/messages/en/review";
import { Badge, type BadgeTone } from "#components/ui/badge";

export type SubmissionStatus = ApiOutputs["review"]["list"][number]["status"];

const tones: Record<SubmissionStatus, BadgeTone> = {
  waiting: "warn",
  approved: "good",
  rejected: "danger",
  changes_asked: "accent",
  withdrawn: "neutral",
};

const icons = {
  waiting: Hourglass,
  approved: CircleCheck,
  rejected: CircleX,
  changes_asked: MessageSquareWarning,
  withdrawn: Undo2,
};

export type StatusBadgeProps = { status: SubmissionStatus };

/** Where a submission stands: icon, word, and what it means on hover. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const Icon = icons[status];
  return (
    <Badge tone={tones[status]} title={reviewText.statusMeanings[status]} icon={<Icon aria-hidden size={12} />}>
      {reviewText.statuses[status]}
    </Badge>
  );
}
