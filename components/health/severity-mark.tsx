import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { healthText } from "#components/messages/en/health";
import type { Severity } from "./health-model";

const looks = {
  error: { Icon: CircleAlert, className: "text-danger" },
  warning: { Icon: TriangleAlert, className: "text-warn" },
  note: { Icon: Info, className: "text-muted" },
} as const;

/** How much a finding weighs: an icon and its word; the icon alone where the word has no room. */
export function SeverityMark({ severity, isCompact = false }: { severity: Severity; isCompact?: boolean }) {
  const { Icon, className } = looks[severity];
  return (
    <span className="flex items-center gap-1.5">
      <Icon aria-hidden size={14} className={className} />
      <span className={isCompact ? "sr-only" : undefined}>{healthText.severities[severity]}</span>
    </span>
  );
}
