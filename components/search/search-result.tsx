import { searchText } from "#components/messages/en/search";
import { stateWords, typeWords } from "#components/messages/en/words";
import { Chip } from "#components/ui/chip";
import { joinClasses } from "#components/ui/join-classes";
import { Lit } from "#components/ui/lit";
import { ScoreBar } from "#components/ui/score-bar";
import { StateMark } from "#components/ui/state-mark";
import { TypeIcon } from "#components/ui/type-icon";
import { formatScore, type SearchResult, toExcerpt, toHiddenFields, toStretches, toWayChips } from "./match-model";

/** About what one line holds. */
const LINE_CHARACTERS = 90;

export type SearchResultViewProps = {
  result: SearchResult;
  /** Best score of the same search. */
  best: number;
  /** One line of description, for the palette. */
  isDense?: boolean;
};

/** One result and why it is one: words lit, the ways as chips, the score as a bar. */
export function SearchResultView({ result, best, isDense }: SearchResultViewProps) {
  const { hit, entry, builtin } = result;
  const hidden = toHiddenFields(hit);
  const when = toStretches(hit, "when");
  const title = entry?.title ?? builtin?.title ?? hit.name;
  const state = entry?.state ?? (builtin?.state === "disabled" ? builtin.state : null);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-1">
      <div className="flex min-w-0 items-center gap-2">
        <TypeIcon kind={hit.kind} label={typeWords[hit.kind]} />
        <span className="truncate font-medium">
          <Lit text={hit.name} stretches={toStretches(hit, "name")} />
        </span>
        {title === hit.name ? null : <span className="truncate text-muted">{title}</span>}
        {state === null ? null : <StateMark state={state} label={stateWords[state]} isCompact />}
        <span className="flex-1" />
        <ScoreBar score={hit.score} best={best} label={searchText.score(formatScore(hit.score))} />
      </div>
      <p className={joinClasses("pl-[22px] text-muted", isDense ? "truncate" : "line-clamp-2")}>
        <Lit
          {...toExcerpt(
            hit.description,
            toStretches(hit, "description"),
            isDense ? LINE_CHARACTERS : LINE_CHARACTERS * 2,
          )}
        />
      </p>
      {when.length > 0 && entry !== null ? (
        <p className="truncate pl-[22px] text-muted">
          {searchText.when} <Lit {...toExcerpt(entry.when, when, LINE_CHARACTERS)} />
        </p>
      ) : null}
      <div className="flex min-w-0 flex-wrap items-center gap-1 pl-[22px]">
        {toWayChips(hit).map((chip) => (
          <Chip key={chip.way} title={chip.meaning}>
            {chip.label}
          </Chip>
        ))}
        {hidden.length > 0 ? (
          <span className="truncate text-meta text-muted">{searchText.matchedIn(hidden.join(", "))}</span>
        ) : null}
        {entry === null ? <Chip>{searchText.hostTool}</Chip> : null}
      </div>
    </div>
  );
}
