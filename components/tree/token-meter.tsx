import { seeAsText } from "#components/messages/en/see-as";
import { joinClasses } from "#components/ui/join-classes";

export type TokenMeterProps = { tokens: number; budget: number; className?: string };

/** Tokens against a budget; over it the bar is full and red, and the sentence beside it says by how much. */
export function TokenMeter({ tokens, budget, className }: TokenMeterProps) {
  const label = seeAsText.budgetMeter(tokens, budget);
  const share = Math.max(0, Math.min(1, tokens / budget));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn in the tokens' colours
    <span
      role="meter"
      aria-label={seeAsText.budget}
      aria-valuemin={0}
      aria-valuemax={budget}
      aria-valuenow={Math.min(tokens, budget)}
      aria-valuetext={label}
      title={label}
      className={joinClasses("inline-block h-1.5 shrink-0 rounded-sm bg-pressed", className)}
    >
      <span
        className={joinClasses("block h-full rounded-sm", tokens > budget ? "bg-danger" : "bg-accent")}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}
