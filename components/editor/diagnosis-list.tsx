import { ChevronRight, CircleCheck, CircleMinus, CircleX, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ApiOutputs } from "#components/api";
import { diagnoseText } from "#components/messages/en/diagnose";

const text = diagnoseText;

type Diagnosis = ApiOutputs["tree"]["diagnose"];
type Line = Diagnosis["steps"][number];
type Verdict = Line["verdict"];

const icons = { ok: CircleCheck, warn: TriangleAlert, fail: CircleX, skipped: CircleMinus };
const hues: Record<Verdict, string> = {
  ok: "text-trusted",
  warn: "text-warn",
  fail: "text-danger",
  skipped: "text-muted",
};

/** A verdict by its icon; the word is there for screen readers and on hover. */
function VerdictIcon({ verdict, size }: { verdict: Verdict; size: number }) {
  const Icon = icons[verdict];
  return (
    <span title={text.verdicts[verdict]} className={hues[verdict]}>
      <Icon role="img" aria-label={text.verdicts[verdict]} size={size} />
    </span>
  );
}

/** The whole chain of one diagnosis: its sum first, then each link with what was found and what to do. */
export function DiagnosisList({ diagnosis }: { diagnosis: Diagnosis }) {
  return (
    <section aria-label={text.list} className="flex min-w-0 flex-col gap-2">
      <p role="status" className="flex items-start gap-2 font-semibold">
        <span className="flex h-5 items-center">
          <VerdictIcon verdict={diagnosis.verdict} size={15} />
        </span>
        <span className="min-w-0 break-words">{diagnosis.summary}</span>
      </p>
      <ol className="border-line border-t">
        {diagnosis.steps.map((line) => (
          <DiagnosisRow key={line.step} line={line} />
        ))}
      </ol>
      <p className="text-meta text-muted">{text.inventory(diagnosis.inventory)}</p>
    </section>
  );
}

function DiagnosisRow({ line }: { line: Line }) {
  const words = text.steps[line.step];
  const isQuiet = line.verdict === "skipped";
  return (
    <li className="grid grid-cols-[16px_minmax(160px,260px)_1fr] gap-x-2 border-line border-b py-1.5 max-phone:grid-cols-[16px_1fr]">
      <span className="flex h-5 items-center">
        <VerdictIcon verdict={line.verdict} size={14} />
      </span>
      <div className="min-w-0">
        <h3 className={isQuiet ? "text-muted" : "font-medium"}>{words.title}</h3>
        <p className="text-meta text-muted">{words.asks}</p>
      </div>
      <div className="min-w-0 max-w-[90ch] max-phone:col-start-2">
        <p className={isQuiet ? "break-words text-muted" : "break-words"}>{line.message}</p>
        {line.next === undefined ? null : (
          <p className="break-words text-muted">
            <span className="font-medium text-fg">{text.next}</span> {line.next}
          </p>
        )}
        {line.details === undefined || line.details.length === 0 ? null : (
          <Details details={line.details} isOpen={line.verdict === "warn" || line.verdict === "fail"} />
        )}
      </div>
    </li>
  );
}

type DetailsProps = { details: NonNullable<Line["details"]>; isOpen: boolean };

/** What stands behind a message; open where something has to be done about it. */
function Details({ details, isOpen }: DetailsProps) {
  return (
    <details open={isOpen} className="group mt-0.5 text-meta">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-muted hover:text-fg pointer-coarse:min-h-8">
        <ChevronRight aria-hidden size={12} className="transition-transform duration-100 group-open:rotate-90" />
        {text.details(details.length)}
      </summary>
      <ul className="mt-0.5 flex flex-col gap-0.5 border-line border-l pl-2.5">
        {details.map((detail) => (
          <li key={detail.text} className="whitespace-pre-wrap break-words">
            {detail.capability === undefined ? (
              detail.text
            ) : (
              <Link
                href={`/capabilities/${encodeURIComponent(detail.capability)}`}
                className="rounded-sm text-accent-text underline"
              >
                {detail.text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
