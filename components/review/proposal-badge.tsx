import { Bot } from "lucide-react";
import { reviewText } from "#components/messages/en/review";
import { Badge } from "#components/ui/badge";

/** Says that no person wrote this. */
export function ProposalBadge() {
  return (
    <Badge tone="accent" title={reviewText.proposalMeaning} icon={<Bot aria-hidden size={12} />}>
      {reviewText.proposal}
    </Badge>
  );
}
