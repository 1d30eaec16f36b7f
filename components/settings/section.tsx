import type { ReactNode } from "react";
import type { ApiOutputs } from "#components/api";
import { settingsText } from "#components/messages/en/settings";
import { Chip } from "#components/ui/chip";

export type EffectiveSettings = ApiOutputs["settings"]["get"];
type ValueSource = EffectiveSettings["model"]["source"];

export type SectionProps = { id: keyof typeof settingsText.sections; meaning?: string; children: ReactNode };

export function Section({ id, meaning, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-2 border-line border-b px-5 py-4">
      <h2 id={`${id}-title`} className="text-heading">
        {settingsText.sections[id]}
      </h2>
      {meaning ? <p className="max-w-[72ch] text-muted">{meaning}</p> : null}
      <div className="mt-3 flex max-w-[720px] flex-col items-start gap-3">{children}</div>
    </section>
  );
}

/** Where a value comes from, beside it. */
export function SourceChip({ source }: { source: ValueSource }) {
  const words = settingsText.source;
  const name = source.name ?? "";
  const label = source.from === "default" || source.from === "settings" ? words[source.from] : words[source.from](name);
  return (
    <Chip title={words.meaning} tone={source.from === "settings" ? "accent" : "neutral"}>
      {label}
    </Chip>
  );
}
