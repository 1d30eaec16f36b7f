import { Eye, PanelRight, X } from "lucide-react";
import { seeAsText } from "#components/messages/en/see-as";
import { tierWords } from "#components/messages/en/words";
import { Button } from "#components/ui/button";
import { formatTokens } from "#components/ui/format";
import { IconButton } from "#components/ui/icon-button";
import { Select } from "#components/ui/select";
import { MODES, TIERS } from "./see-as-model";
import { TokenMeter } from "./token-meter";
import type { SeeAsState } from "./use-see-as";

export type SeeAsBarProps = {
  state: SeeAsState;
  /** How many callable things the catalog has. */
  total: number;
  isPanelOpen: boolean;
  onPanel: () => void;
};

/** Through whose eyes the page is seen, in one line under the toolbar. Nothing while everything is shown. */
export function SeeAsBar({ state, total, isPanelOpen, onPanel }: SeeAsBarProps) {
  const { choice, see, sight, budget } = state;
  if (choice === null) return null;
  const scopes = new Set([...(sight?.scopes ?? []), ...(choice.scope === "" ? [] : [choice.scope])]);
  return (
    <section
      aria-label={seeAsText.bar}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-accent-soft px-2 py-1"
    >
      <Eye aria-hidden size={14} className="shrink-0 text-accent-text" />
      <Select
        label={seeAsText.tier}
        isLabelHidden
        value={choice.tier}
        options={TIERS.map((id) => ({ id, label: tierWords[id] }))}
        onChange={(tier) => see({ ...choice, tier: TIERS.find((each) => each === tier) ?? choice.tier })}
      />
      <Select
        label={seeAsText.scope}
        isLabelHidden
        value={choice.scope}
        options={[
          { id: "", label: seeAsText.mainAgent },
          ...[...scopes].map((id) => ({ id, label: seeAsText.subAgent(id) })),
        ]}
        onChange={(scope) => see({ ...choice, scope })}
      />
      <Select
        label={seeAsText.mode}
        isLabelHidden
        value={choice.mode}
        options={MODES.map((id) => ({ id, label: seeAsText.modes[id] }))}
        onChange={(mode) => see({ ...choice, mode: MODES.find((each) => each === mode) ?? choice.mode })}
      />
      <span className="flex-1" />
      {sight === null ? null : (
        <span role="status" className="flex items-center gap-2 text-meta">
          <span>{seeAsText.given(sight.names.length, total)}</span>
          <span className={isPanelOpen ? "hidden" : "max-desk:hidden"}>
            {seeAsText.tokens(formatTokens(sight.prompt.tokens), formatTokens(budget))}
          </span>
          <TokenMeter tokens={sight.prompt.tokens} budget={budget} className="w-16 max-phone:hidden" />
        </span>
      )}
      <Button
        size="small"
        icon={<PanelRight aria-hidden size={13} />}
        onPress={onPanel}
        // Beside the tree it is open already; on a phone it is a page of its own.
        className={isPanelOpen ? "phone:hidden" : ""}
      >
        <span className="max-phone:sr-only">{seeAsText.details}</span>
      </Button>
      <IconButton label={seeAsText.close} icon={<X size={14} />} size="small" onPress={() => see(null)} />
    </section>
  );
}
