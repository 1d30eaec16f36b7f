import Link from "next/link";
import { runsText } from "#components/messages/en/runs";
import { searchText } from "#components/messages/en/search";
import { typeWords } from "#components/messages/en/words";
import { formatScore, toStretches, toWayChips } from "#components/search/match-model";
import { Chip } from "#components/ui/chip";
import { Lit } from "#components/ui/lit";
import { ScoreBar } from "#components/ui/score-bar";
import { TypeIcon } from "#components/ui/type-icon";
import type { PayloadOf } from "#server/loop/events";

const text = runsText.timeline;

type Discovery = PayloadOf<"discovery">;
type Hit = Discovery["hits"][number];

export type DiscoveryDetailsProps = { discovery: Discovery };

/** What the turn searched for, what it found by which way, and what it may not use with the reason. */
export function DiscoveryDetails({ discovery }: DiscoveryDetailsProps) {
  const mentioned = new Set(discovery.mentions.map((hit) => hit.name));
  const hits = [...discovery.mentions, ...discovery.hits.filter((hit) => !mentioned.has(hit.name))];
  const best = Math.max(0, ...discovery.hits.map((hit) => hit.score));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {hits.length > 0 ? (
        <ul className="flex min-w-0 flex-col">
          {hits.map((hit) => (
            <HitLine key={`${hit.kind} ${hit.name}`} hit={hit} best={best} />
          ))}
        </ul>
      ) : null}
      {discovery.refused.length > 0 ? (
        <section aria-label={text.refusedTitle} className="flex flex-col gap-0.5">
          <h4 className="text-meta text-muted">{text.refusedTitle}</h4>
          <ul className="flex flex-col">
            {discovery.refused.map(({ name, problem }) => (
              <li key={name} className="flex min-h-6 flex-wrap items-baseline gap-x-2">
                <Link href={`/capabilities/${name}`} prefetch={false} className="font-medium text-warn underline">
                  {name}
                </Link>
                <span>{problem.message}</span>
                {problem.next ? <span className="text-muted">{problem.next}</span> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <dl className="flex flex-wrap gap-x-4 text-meta text-muted">
        <NameList label={text.added} names={discovery.added} />
        <NameList label={text.evicted} names={discovery.evicted} />
      </dl>
    </div>
  );
}

function HitLine({ hit, best }: { hit: Hit; best: number }) {
  return (
    <li className="grid min-h-6 min-w-0 grid-cols-[16px_minmax(120px,200px)_minmax(0,1fr)_auto_48px] items-center gap-2 max-phone:grid-cols-[16px_minmax(0,1fr)_auto]">
      <TypeIcon kind={hit.kind} label={typeWords[hit.kind]} />
      <Link
        href={`/capabilities?selected=${encodeURIComponent(hit.name)}`}
        prefetch={false}
        className="truncate font-medium hover:underline"
      >
        <Lit text={hit.name} stretches={toStretches(hit, "name")} />
      </Link>
      <span className="truncate text-muted max-phone:hidden">
        <Lit text={hit.description} stretches={toStretches(hit, "description")} />
      </span>
      <span className="flex items-center gap-1">
        {toWayChips(hit).map((chip) => (
          <Chip key={chip.way} title={chip.meaning}>
            {chip.label}
          </Chip>
        ))}
      </span>
      <span className="max-phone:hidden">
        <ScoreBar score={hit.score} best={best} label={searchText.score(formatScore(hit.score))} />
      </span>
    </li>
  );
}

function NameList({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt>{label}</dt>
      <dd className="truncate text-fg">{names.join(", ")}</dd>
    </div>
  );
}
