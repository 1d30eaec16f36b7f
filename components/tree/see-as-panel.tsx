import { type ReactNode, useMemo, useState } from "react";
import { facetsText } from "#components/messages/en/facets";
import { seeAsText } from "#components/messages/en/see-as";
import { stateWords, tierWords } from "#components/messages/en/words";
import { Button } from "#components/ui/button";
import { CodeBlock } from "#components/ui/code-block";
import { formatCount, formatTokens } from "#components/ui/format";
import { SkeletonRows } from "#components/ui/skeleton";
import { StateMark } from "#components/ui/state-mark";
import { TextField } from "#components/ui/text-field";
import { type CatalogItem, type CatalogModel, findItem } from "./catalog-model";
import { KindIcon } from "./kind-icon";
import { type SeeAsChoice, type Sight, toLeftOut } from "./see-as-model";
import { TokenMeter } from "./token-meter";
import type { SeeAsState } from "./use-see-as";

/** Names of one reason that show before the rest is asked for. */
const NAMES_MAX = 12;

export type SeeAsPanelProps = {
  state: SeeAsState;
  model: CatalogModel;
  onSelect: (id: string) => void;
};

/** What such an agent gets: its prompt word for word, what it costs, what asks first, and what is left out and why. */
export function SeeAsPanel({ state, model, onSelect }: SeeAsPanelProps) {
  const { choice, sight } = state;
  if (choice === null) return null;
  if (sight === null) return <SkeletonRows rows={12} label={seeAsText.loading} />;
  const tier = tierWords[choice.tier];
  return (
    <>
      <header className="border-line border-b px-4 py-3">
        <h2 className="text-heading">
          {choice.scope === "" ? seeAsText.title(tier) : seeAsText.titleSub(tier, choice.scope)}
        </h2>
        <p className="text-muted">
          {sight.names.length === 0 ? seeAsText.none : seeAsText.sum(sight.names.length, sight.prompt.listed)}
        </p>
      </header>
      <div className="min-h-0 flex-1 overflow-auto pb-6">
        <Budget state={state} sight={sight} />
        <Approvals sight={sight} choice={choice} model={model} onSelect={onSelect} />
        <PromptText sight={sight} />
        <LeftOutList sight={sight} model={model} onSelect={onSelect} />
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="px-4 pt-3">
      <h3 className="mb-0.5 font-normal text-meta text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Budget({ state: { budget, setBudget }, sight }: { state: SeeAsState; sight: Sight }) {
  const { prompt, wholeTokens, names } = sight;
  const left = budget - prompt.tokens;
  return (
    <Section title={seeAsText.budget}>
      <div className="flex items-center gap-3">
        <TokenMeter tokens={prompt.tokens} budget={budget} className="min-w-0 flex-1" />
        <BudgetField key={budget} budget={budget} onChange={setBudget} />
      </div>
      <p className={left < 0 ? "text-danger" : undefined}>
        {left < 0 ? seeAsText.over(formatTokens(-left)) : seeAsText.left(formatTokens(left))}
      </p>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-3">
        {prompt.sections.map(({ name, tokens }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{seeAsText.sections[name] ?? name}</dt>
            <dd className="text-right" title={formatCount(tokens)}>
              {formatTokens(tokens)}
            </dd>
          </div>
        ))}
      </dl>
      {names.length > prompt.listed ? <p className="mt-1">{seeAsText.whole(formatTokens(wholeTokens))}</p> : null}
      <p className="mt-1 text-meta text-muted">{seeAsText.estimate}</p>
    </Section>
  );
}

/** Takes effect on Enter or when the field is left, so that a number half typed is no budget. */
function BudgetField({ budget, onChange }: { budget: number; onChange: (tokens: number) => void }) {
  const [text, setText] = useState(String(budget));
  const commit = () => {
    const tokens = Number(text.replace(/[\s,_]/g, ""));
    if (Number.isInteger(tokens) && tokens > 0) onChange(tokens);
    else setText(String(budget));
  };
  return (
    <TextField
      label={seeAsText.budgetField}
      isLabelHidden
      value={text}
      onChange={setText}
      onBlur={commit}
      maxLength={9}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
      className="w-24"
    />
  );
}

type ApprovalsProps = { sight: Sight; choice: SeeAsChoice; model: CatalogModel; onSelect: (id: string) => void };

function Approvals({ sight, choice, model, onSelect }: ApprovalsProps) {
  const { isAsking, needsPlan, types } = sight.approvals;
  const plan = isAsking ? seeAsText.planConfirmed : seeAsText.planNeverAsked;
  return (
    <Section title={seeAsText.approvals}>
      <p className="text-muted">{seeAsText.modeMeanings[choice.mode]}</p>
      <p>{needsPlan ? plan : seeAsText.planNotConfirmed}</p>
      {types.length === 0 ? <p>{seeAsText.nothingAsks}</p> : null}
      {types.map(({ type, names }) => (
        <div key={type} className="mt-1">
          <h4 className="font-medium text-meta">
            {isAsking ? seeAsText.asksFor(facetsText.approvals[type]) : seeAsText.passes(facetsText.approvals[type])}
          </h4>
          <ItemList items={names.flatMap((name) => findItem(model, name) ?? [])} onSelect={onSelect} />
        </div>
      ))}
      {types.some(({ isRefused }) => isRefused) ? (
        <p className="mt-1 text-meta text-warn">{seeAsText.refusedNow}</p>
      ) : null}
    </Section>
  );
}

function PromptText({ sight }: { sight: Sight }) {
  return (
    <Section title={seeAsText.prompt}>
      <p className="mb-1 text-meta text-muted">{seeAsText.promptHint}</p>
      {sight.prompt.sections.map(({ name, body }) => {
        const title = seeAsText.sections[name] ?? name;
        return (
          <details key={name} open={name === "BACKGROUND"} className="mb-1">
            <summary className="cursor-default rounded-sm py-1 text-meta">{title}</summary>
            <CodeBlock label={name} text={body} maxLines={16} />
          </details>
        );
      })}
    </Section>
  );
}

function LeftOutList({
  sight,
  model,
  onSelect,
}: {
  sight: Sight;
  model: CatalogModel;
  onSelect: (id: string) => void;
}) {
  const leftOut = useMemo(() => toLeftOut(model, sight.leftOut), [model, sight]);
  return (
    <Section title={seeAsText.leftOut}>
      {leftOut.length === 0 ? <p>{seeAsText.nothingLeftOut}</p> : null}
      {leftOut.map(({ reason, items }) => (
        <div key={reason} className="mb-2">
          <h4 className="flex gap-2 font-medium text-meta">
            {seeAsText.reasons[reason]}
            <span className="font-normal text-muted">{formatCount(items.length)}</span>
          </h4>
          <p className="text-meta text-muted">{seeAsText.reasonMeanings[reason]}</p>
          <ItemList items={items} onSelect={onSelect} />
        </div>
      ))}
    </Section>
  );
}

/** Names one can go to, the first dozen at once. */
function ItemList({ items, onSelect }: { items: readonly CatalogItem[]; onSelect: (id: string) => void }) {
  const [shown, setShown] = useState(NAMES_MAX);
  const left = items.length - shown;
  return (
    <ul className="-mx-1.5">
      {items.slice(0, shown).map((item) => (
        <li key={item.id}>
          <button
            type="button"
            onClick={() => onSelect(item.id)}
            className="flex h-6 w-full items-center gap-1.5 rounded-md px-1.5 text-left hover:bg-hover pointer-coarse:min-h-8"
          >
            <KindIcon kind={item.kind} size={13} />
            <span className="min-w-0 flex-1 truncate">{item.name}</span>
            <StateMark state={item.state} label={stateWords[item.state]} isCompact />
          </button>
        </li>
      ))}
      {left > 0 ? (
        <li className="px-1.5">
          <Button size="small" variant="quiet" onPress={() => setShown(shown * 8)}>
            {seeAsText.moreNames(left)}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
