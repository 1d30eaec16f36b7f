import { runsText } from "#components/messages/en/runs";
import { tierWords } from "#components/messages/en/words";
import type { RunTimeline } from "#components/timeline/timeline-model";
import { Button } from "#components/ui/button";
import { Lit } from "#components/ui/lit";
import { Popover } from "#components/ui/popover";
import { toLitMessage } from "./tier-model";

const text = runsText.head;

type Started = NonNullable<RunTimeline["head"]["started"]>;

/** The tier of a run; pressed, the rules and the words that gave it. */
export function TierExplanation({ started }: { started: Started }) {
  const tier = tierWords[started.tier];
  const lit = toLitMessage(started.message, started.tierEvidence ?? []);
  return (
    <Popover
      label={text.tierWhy(tier)}
      placement="bottom start"
      trigger={
        <Button size="small" variant="default" className="h-5! px-1.5! font-normal text-muted">
          {text.tier(tier)}
        </Button>
      }
    >
      <h2 className="font-semibold">{text.tierWhy(tier)}</h2>
      <p className="text-meta text-muted">{text.tierMeaning}</p>
      {lit.stretches.length > 0 ? (
        <p className="whitespace-pre-wrap break-words border-line border-l-2 pl-2">
          {lit.isCut ? "… " : ""}
          <Lit text={lit.text} stretches={lit.stretches} />
        </p>
      ) : null}
      <ul className="list-disc pl-4 marker:text-muted">
        {started.tierReasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Popover>
  );
}
