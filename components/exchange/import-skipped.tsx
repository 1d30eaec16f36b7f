import { exchangeText } from "#components/messages/en/exchange";
import { Button } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import type { SkippedItem } from "./import-model";

const text = exchangeText.import;

export type ImportSkippedProps = { skipped: readonly SkippedItem[]; onQuote: (path: string) => void };

/** What does not become a capability, each with its place, its reason and the way to mend it. */
export function ImportSkipped({ skipped, onQuote }: ImportSkippedProps) {
  if (skipped.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold">{text.skipped(skipped.length)}</h3>
      <ul>
        {skipped.map(({ key, place, reason, next, fix }) => (
          <li key={key + place} className="border-line border-b py-1.5 text-meta">
            <p className="break-all font-mono text-code">{place}</p>
            <p className="break-words text-muted">
              <ConcealedText text={[reason, next].filter(Boolean).join(" ")} />
            </p>
            {fix ? (
              <div className="mt-1 flex flex-col items-start gap-1">
                <code className="max-w-full break-words rounded-sm bg-danger-soft px-1" title={text.fixBefore}>
                  <ConcealedText text={fix.before} />
                </code>
                <code className="max-w-full break-words rounded-sm bg-hover px-1" title={text.fixAfter}>
                  <ConcealedText text={fix.after} />
                </code>
                <Button size="small" onPress={() => onQuote(fix.path)}>
                  {text.fix}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
