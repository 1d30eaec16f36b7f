import { Folder } from "lucide-react";
import { treeText } from "#components/messages/en/tree";
import { stateWords } from "#components/messages/en/words";
import { ConcealedText } from "#components/ui/concealed-text";
import { formatCount } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import { StateMark } from "#components/ui/state-mark";
import type { CatalogItem } from "./catalog-model";
import { KindIcon } from "./kind-icon";
import type { CatalogRow } from "./tree-items";

/** One row of the tree list, after its chevron: what it is, what it does, and the mark at the right edge. */
export function TreeRowContent({ row }: { row: CatalogRow }) {
  if (row.kind === "group") {
    return (
      <>
        <Folder aria-hidden size={14} className="shrink-0 text-muted" />
        <span className="shrink-0 font-medium">{row.name}</span>
        <span className="shrink-0 text-meta text-muted">{formatCount(row.count)}</span>
        <span className="min-w-0 flex-1 truncate pl-2 text-muted max-phone:hidden">{row.intro}</span>
      </>
    );
  }
  return <ItemContent item={row.item} />;
}

function ItemContent({ item }: { item: CatalogItem }) {
  const hasTitle = item.title !== item.name;
  const reason = item.entry?.disabled?.reason ?? item.node?.disabled?.reason ?? item.entry?.firstIssue ?? undefined;
  const text = item.state === "broken" || item.state === "disabled" ? (reason ?? "") : item.description;
  return (
    <>
      <KindIcon kind={item.kind} />
      <span className={joinClasses("max-w-[60%] shrink-0 truncate", item.state === "disabled" && "text-muted")}>
        {item.name}
      </span>
      {hasTitle ? (
        <span className="max-w-[40%] shrink-0 truncate text-muted">
          <ConcealedText text={item.title} />
        </span>
      ) : null}
      <span className="min-w-0 flex-1 truncate pl-2 text-muted max-phone:hidden">
        <ConcealedText text={text} />
      </span>
      <span className="flex-1 phone:hidden" />
      {item.entry && item.entry.errors + item.entry.warnings > 0 && item.state !== "broken" ? (
        <span className="shrink-0 text-meta text-warn" title={item.entry.firstIssue ?? undefined}>
          {treeText.findings(item.entry.errors, item.entry.warnings)}
        </span>
      ) : null}
      <StateMark
        state={item.state}
        label={stateWords[item.state]}
        isCompact
        {...(reason === undefined ? {} : { reason })}
      />
    </>
  );
}
