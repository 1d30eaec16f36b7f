import type { ReactNode } from "react";
import { healthText } from "#components/messages/en/health";
import { LinkButton } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import { CopyButton } from "#components/ui/copy-button";
import type { HealthItem } from "./health-model";
import { SeverityMark } from "./severity-mark";

export type ItemPanelProps = { item: HealthItem | null; selectedId: string | null };

/** All of one finding: what is wrong, where, what to do, and the way there. */
export function ItemPanel({ item, selectedId }: ItemPanelProps) {
  if (item === null) {
    return <p className="px-4 py-6 text-muted">{selectedId === null ? healthText.nothingSelected : healthText.gone}</p>;
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4">
      <header className="flex flex-col gap-1">
        <h2 className="break-words font-semibold text-[15px]">{item.name}</h2>
        <p className="flex items-center gap-3 text-meta">
          <SeverityMark severity={item.severity} />
          <code className="text-muted">{item.code}</code>
        </p>
      </header>
      <p className="break-words">
        <ConcealedText text={item.message} />
      </p>
      <Part title={healthText.next}>
        <p className="break-words">{item.next}</p>
      </Part>
      {item.fix === undefined ? null : (
        <Part title={healthText.fix}>
          <Copyable text={item.fix} label={healthText.copyFix} />
        </Part>
      )}
      <Part title={healthText.place}>
        <Copyable text={item.place} label={healthText.copyPlace} />
      </Part>
      <div>
        <LinkButton href={item.href} variant="primary">
          {item.fix === undefined ? healthText.mend : healthText.mendWithFix}
        </LinkButton>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-meta text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-1">
      <code className="min-w-0 flex-1 break-all">
        <ConcealedText text={text} />
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
