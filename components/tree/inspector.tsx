"use client";

import { Eye, EyeOff, FlaskConical, MessageSquareText, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { facetsText } from "#components/messages/en/facets";
import { seeAsText } from "#components/messages/en/see-as";
import { skillsText } from "#components/messages/en/skills";
import { treeText } from "#components/messages/en/tree";
import { stateMeanings, stateWords, tierWords } from "#components/messages/en/words";
import { Button, LinkButton } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import { CopyButton } from "#components/ui/copy-button";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDigest } from "#components/ui/format";
import { IconButton } from "#components/ui/icon-button";
import { StateMark } from "#components/ui/state-mark";
import type { CatalogItem } from "./catalog-model";
import { Dimensions, NodeDimensions } from "./dimensions";
import { KindIcon, toKindWord } from "./kind-icon";
import { findReason, isCallable } from "./see-as-model";
import type { CatalogRow } from "./tree-items";
import type { SeeAsState } from "./use-see-as";

export type InspectorProps = {
  /** null when the id in the URL is in no catalog. */
  row: CatalogRow | null;
  selectedId: string | null;
  seeAs: Pick<SeeAsState, "choice" | "sight">;
  onSelect: (id: string | null) => void;
};

/** Everything about the selection; it never navigates by itself. */
export function Inspector({ row, selectedId, seeAs, onSelect }: InspectorProps) {
  if (selectedId === null) return <p className="max-w-[48ch] p-4 text-muted">{treeText.nothingSelected}</p>;
  if (row === null) {
    return (
      <ErrorPanel
        tone="warn"
        title={treeText.detached(selectedId)}
        meaning={treeText.detachedMeaning}
        action={<Button onPress={() => onSelect(null)}>{treeText.clearSelection}</Button>}
        className="m-3"
      />
    );
  }
  return row.kind === "group" ? (
    <GroupInspector row={row} onSelect={onSelect} />
  ) : (
    <ItemInspector item={row.item} seeAs={seeAs} onSelect={onSelect} />
  );
}

type HeadProps = { icon: ReactNode; name: string; title: string | null; onClose: () => void; children?: ReactNode };

function Head({ icon, name, title, onClose, children }: HeadProps) {
  return (
    <header className="border-line border-b px-4 py-3">
      <div className="flex items-start gap-2">
        <span className="mt-1">{icon}</span>
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-heading">{name}</h2>
          {title === null ? null : <p className="break-words text-muted">{title}</p>}
        </div>
        <IconButton label={treeText.clearSelection} icon={<X size={14} />} size="small" onPress={onClose} />
      </div>
      {children}
    </header>
  );
}

function GroupInspector({
  row,
  onSelect,
}: {
  row: CatalogRow & { kind: "group" };
  onSelect: InspectorProps["onSelect"];
}) {
  return (
    <>
      <Head icon={null} name={row.name} title={null} onClose={() => onSelect(null)} />
      <Scroller>
        <Section title={treeText.groupContains}>
          <p>{treeText.shown(row.count, row.count)}</p>
          {row.intro ? <p className="text-muted">{row.intro}</p> : null}
        </Section>
        {row.group?.node ? (
          <Section title={treeText.dimensions}>
            <Dimensions metadata={row.group.node.metadata} />
          </Section>
        ) : null}
      </Scroller>
    </>
  );
}

function ItemInspector({ item, seeAs, onSelect }: { item: CatalogItem } & Pick<InspectorProps, "seeAs" | "onSelect">) {
  const { entry } = item;
  const address = `/capabilities/${encodeURIComponent(item.name)}`;
  const isCurrent = entry?.place === "current";
  const isRunnable = (isCurrent || entry?.place === "draft") && (item.kind === "tool" || item.kind === "forge");
  return (
    <>
      <Head
        icon={<KindIcon kind={item.kind} size={15} />}
        name={item.name}
        title={item.title === item.name ? null : item.title}
        onClose={() => onSelect(null)}
      >
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {entry?.place !== "shadowed" ? (
            <LinkButton href={address} variant="primary">
              {treeText.open}
            </LinkButton>
          ) : null}
          {isRunnable ? (
            <LinkButton href={`${address}?tab=dry-run`} icon={<FlaskConical aria-hidden size={14} />}>
              {treeText.dryRun}
            </LinkButton>
          ) : null}
          {isCurrent && item.state === "trusted" ? (
            <LinkButton
              href={`/runs?ask=${encodeURIComponent(item.name)}`}
              title={treeText.askTitle}
              icon={<MessageSquareText aria-hidden size={14} />}
            >
              {treeText.ask}
            </LinkButton>
          ) : null}
        </div>
      </Head>
      <Scroller>
        <div className="flex items-start gap-2 px-4 pt-3">
          <StateMark state={item.state} label={stateWords[item.state]} />
          <p className="min-w-0 flex-1 text-muted">
            {entry === null && item.state === "trusted" ? null : stateMeanings[item.state]}
          </p>
        </div>
        <SeenAs item={item} seeAs={seeAs} />
        <Reasons item={item} onSelect={onSelect} />
        {item.kind === null ? null : (
          <Section title={treeText.what}>
            <p className="whitespace-pre-wrap break-words">
              <ConcealedText text={item.description || treeText.noDescription} />
            </p>
          </Section>
        )}
        {entry && item.kind !== null ? (
          <Section title={treeText.when}>
            <p className="whitespace-pre-wrap break-words">
              <ConcealedText text={entry.when || treeText.noWhen} />
            </p>
          </Section>
        ) : null}
        {entry && entry.utterances.length > 0 ? (
          <Section title={treeText.utterances}>
            <ul className="list-disc pl-4 marker:text-muted">
              {entry.utterances.map((utterance) => (
                <li key={utterance}>{utterance}</li>
              ))}
            </ul>
          </Section>
        ) : null}
        <Section title={treeText.facts}>
          <Facts item={item} />
        </Section>
        {item.node ? (
          <Section title={treeText.dimensions}>
            <NodeDimensions node={item.node} />
          </Section>
        ) : null}
      </Scroller>
    </>
  );
}

/** What is below the head; it takes the keys that scroll, since it may hold nothing else that could. */
function Scroller({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a pane is no set of fields
    <div
      role="group"
      aria-label={treeText.about}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      {children}
    </div>
  );
}

/** Whether the agent through whose eyes the page is seen gets it, and if not, why. */
function SeenAs({ item, seeAs: { choice, sight } }: { item: CatalogItem; seeAs: InspectorProps["seeAs"] }) {
  if (choice === null || sight === null) return null;
  const tier = tierWords[choice.tier];
  const reason = findReason(item, sight.leftOut);
  const isGiven = isCallable(item) && reason === null;
  const why = reason === null ? seeAsText.notCallable : seeAsText.reasons[reason];
  const Icon = isGiven ? Eye : EyeOff;
  return (
    <p className="flex items-center gap-2 px-4 pt-2 text-muted">
      <Icon aria-hidden size={14} className="shrink-0" />
      {isGiven ? seeAsText.isGiven(tier) : seeAsText.isLeftOut(tier, why)}
    </p>
  );
}

/** Why nothing may call it, or what was found wrong, with the way out. */
function Reasons({ item, onSelect }: { item: CatalogItem; onSelect: InspectorProps["onSelect"] }) {
  const { entry } = item;
  const disabled = entry?.disabled ?? item.node?.disabled ?? null;
  const findings = entry ? treeText.findings(entry.errors, entry.warnings) : "";
  // What disables an entry is a finding as well; alone, it would only be said twice.
  const isToldAlready =
    disabled !== null && entry?.errors === 1 && entry.warnings === 0 && entry.firstIssue?.includes(disabled.reason);
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 empty:hidden">
      {disabled ? <ErrorPanel tone="warn" title={disabled.reason} next={disabled.enabledBy} /> : null}
      {entry && findings !== "" && !isToldAlready ? (
        <ErrorPanel
          tone={entry.errors > 0 ? "danger" : "warn"}
          title={findings}
          meaning={entry.firstIssue ?? undefined}
          next={entry.errors + entry.warnings > 1 ? treeText.moreFindings : undefined}
        />
      ) : null}
      {entry?.place === "pending" ? (
        <LinkButton href="/settings#roots" className="self-start">
          {treeText.admit}
        </LinkButton>
      ) : null}
      {entry?.place === "shadowed" ? (
        <Button onPress={() => onSelect(entry.name)} className="self-start">
          {treeText.openWinner}
        </Button>
      ) : null}
    </div>
  );
}

function Facts({ item }: { item: CatalogItem }) {
  const { entry } = item;
  const tiers: ReadonlyMap<string, string> = new Map(Object.entries(tierWords));
  return (
    <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-3 gap-y-0.5">
      <Fact name={treeText.type}>{toKindWord(item.kind)}</Fact>
      {entry?.version ? <Fact name={treeText.version}>{entry.version}</Fact> : null}
      {entry?.digest ? (
        <Fact name={treeText.digest}>
          <code title={entry.digest}>{formatDigest(entry.digest)}</code>
          <CopyButton text={entry.digest} label={treeText.copyDigest} />
        </Fact>
      ) : null}
      {entry ? <Fact name={treeText.layer}>{facetsText.layers[entry.layer]}</Fact> : null}
      {entry?.place === "draft" && entry.rootPath === "" ? (
        <Fact name={treeText.goesTo}>{treeText.noRoot}</Fact>
      ) : entry ? (
        <Fact name={entry.place === "draft" ? treeText.goesTo : treeText.folder}>
          <code className="min-w-0 break-all">{entry.folder}</code>
          <CopyButton text={entry.folder} label={treeText.copyFolder} />
        </Fact>
      ) : null}
      {entry?.composedFrom ? (
        <Fact name={skillsText.composedFrom}>
          <Link
            href={`/capabilities/${encodeURIComponent(entry.composedFrom)}`}
            className="min-w-0 break-all text-accent-text underline"
          >
            {entry.composedFrom}
          </Link>
        </Fact>
      ) : null}
      {entry?.shadowedBy ? (
        <Fact name={treeText.shadowedBy}>
          <code className="min-w-0 break-all">{entry.shadowedBy}</code>
        </Fact>
      ) : null}
      {item.kind === null ? null : <Fact name={treeText.tier}>{tiers.get(item.tier) ?? item.tier}</Fact>}
      {item.facets === null ? null : (
        <Fact name={treeText.approval}>{facetsText.approvals[item.facets.approvalType]}</Fact>
      )}
      {entry?.sensitivity ? <Fact name={treeText.sensitivity}>{entry.sensitivity}</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 items-start gap-1 break-words">{children}</dd>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="px-4 pt-3 last:pb-6">
      <h3 className="mb-0.5 font-normal text-meta text-muted">{title}</h3>
      {children}
    </section>
  );
}
