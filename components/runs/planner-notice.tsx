import { Unplug } from "lucide-react";
import { runsText } from "#components/messages/en/runs";
import { LinkButton } from "#components/ui/button";

/** Says that no model is connected, what answers instead, and how to change it. */
export function PlannerNotice() {
  const text = runsText.planner;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-raised px-3 py-1.5">
      <Unplug aria-hidden size={14} className="shrink-0 text-muted" />
      <p className="min-w-0 max-phone:flex-1">
        <span className="font-medium">{text.title}</span>{" "}
        <span className="text-muted max-phone:hidden">{text.meaning}</span>
      </p>
      <LinkButton size="small" href="/settings#model">
        {text.connect}
      </LinkButton>
    </div>
  );
}
