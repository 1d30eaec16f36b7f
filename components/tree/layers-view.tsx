import { Fragment, useMemo, useState } from "react";
import { facetsText } from "#components/messages/en/facets";
import { layersText } from "#components/messages/en/layers";
import { stateWords } from "#components/messages/en/words";
import { LinkButton } from "#components/ui/button";
import { Chip } from "#components/ui/chip";
import { EmptyState } from "#components/ui/empty-state";
import { formatCount } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import { StateMark } from "#components/ui/state-mark";
import { Table, type TableColumn } from "#components/ui/table";
import type { TableSort } from "#components/ui/table-model";
import type { CatalogData, CatalogItem, CatalogModel } from "./catalog-model";
import { KindIcon } from "./kind-icon";
import { countWinners, findOverrides, type Override, type Root } from "./layers-model";

export type LayersViewProps = {
  catalog: CatalogData;
  model: CatalogModel;
  /** What the facets and the eyes it is seen through let pass. */
  isShown: (item: CatalogItem) => boolean;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
};

/** Roots in the order in which they override one another, and every name that more than one folder claims. */
export function LayersView({ catalog, model, isShown, selectedId, onSelect, onOpen }: LayersViewProps) {
  const [sort, setSort] = useState<TableSort>(null);
  const overrides = useMemo(() => findOverrides(model, catalog.roots), [model, catalog.roots]);
  const columns = useMemo(() => toColumns(new Map(catalog.roots.map((root) => [root.path, root]))), [catalog.roots]);
  const rows = useMemo(
    () => overrides.filter(({ winner, other }) => isShown(other) || (winner !== null && isShown(winner))),
    [overrides, isShown],
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <RootTable catalog={catalog} />
      <h2 className="flex h-8 shrink-0 items-center px-3 font-normal text-meta text-muted">{layersText.names}</h2>
      {rows.length === 0 ? (
        <EmptyState sentence={overrides.length === 0 ? layersText.none : layersText.noneShown} />
      ) : (
        <Table
          label={layersText.names}
          columns={columns}
          rows={rows}
          total={overrides.length}
          rowId={({ other }) => other.id}
          selectedId={selectedId}
          onSelect={onSelect}
          onOpen={onOpen}
          sort={sort}
          onSortChange={setSort}
        />
      )}
    </div>
  );
}

/** Few enough to be a native table: one line a root, the earliest first. */
function RootTable({ catalog: { roots, entries } }: { catalog: CatalogData }) {
  const winners = useMemo(() => countWinners(entries), [entries]);
  const ordered = useMemo(() => [...roots].sort((a, b) => a.order - b.order), [roots]);
  const { order, path, layer, origin, admission, wins, overridden, broken } = layersText;
  const secondary = "max-desk:hidden";
  return (
    <section aria-label={layersText.rootsShort} className="max-h-[45%] shrink-0 overflow-auto border-line border-b">
      <table className="w-full border-collapse text-left">
        <caption className="px-3 py-1.5 text-left text-meta text-muted">
          <span className="flex items-center gap-3">
            <span className="flex-1">{layersText.roots}</span>
            <LinkButton href="/settings#roots" size="small">
              {layersText.manage}
            </LinkButton>
          </span>
        </caption>
        <thead className="sticky top-0 bg-raised text-meta text-muted">
          <tr className="h-7 border-line border-y">
            <HeadCell>{order}</HeadCell>
            <HeadCell>{path}</HeadCell>
            <HeadCell>{layer}</HeadCell>
            <HeadCell className={secondary}>{origin}</HeadCell>
            <HeadCell className={secondary}>{admission}</HeadCell>
            <HeadCell isFigure>{wins}</HeadCell>
            <HeadCell isFigure>{overridden}</HeadCell>
            <HeadCell isFigure>{broken}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {ordered.map((root) => (
            <RootRow key={root.path} root={root} won={winners.get(root.path) ?? 0} secondary={secondary} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function HeadCell({
  children,
  className,
  isFigure,
}: {
  children: string;
  className?: string | undefined;
  isFigure?: boolean;
}) {
  return (
    <th
      scope="col"
      className={joinClasses("whitespace-nowrap px-3 font-normal max-phone:px-2", isFigure && "text-right", className)}
    >
      {children}
    </th>
  );
}

/** A path that breaks before its folders. */
function Path({ path }: { path: string }) {
  return path.split(/(?=[\\/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two folders of a path may have one name, and the order never changes
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function RootRow({ root, won, secondary }: { root: Root; won: number; secondary: string }) {
  const isPending = root.admission === "pending";
  const figure = "px-3 text-right max-phone:px-2";
  return (
    <tr className={joinClasses("h-7 border-line border-b last:border-b-0", !root.exists && "text-muted")}>
      <td className="px-3 text-muted">{root.order}</td>
      <td className="w-full max-w-0 px-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 pb-0.5">
          {/* Most roots end in the same word and begin in the same folder: a path is told whole, on more lines where it must. */}
          <code className="min-w-0 pt-0.5 wrap-anywhere">
            <Path path={root.path} />
          </code>
          {root.exists ? null : <Chip>{layersText.missing}</Chip>}
          {root.exists && !root.writable ? <Chip className="max-phone:hidden">{layersText.readOnly}</Chip> : null}
          {root.problem === undefined ? null : (
            <Chip tone="danger" title={root.problem}>
              {layersText.broken}
            </Chip>
          )}
        </span>
      </td>
      <td className="px-3" title={facetsText.layers[root.layer]}>
        {root.layer}
      </td>
      <td className={joinClasses("whitespace-nowrap px-3 text-muted", secondary)}>{root.origin}</td>
      <td className={joinClasses("whitespace-nowrap px-3", secondary)}>
        {isPending ? (
          <StateMark state="pending" label={layersText.admissions.pending} />
        ) : (
          <span className="text-muted">{layersText.admissions[root.admission]}</span>
        )}
      </td>
      <td className={figure}>{formatCount(won)}</td>
      <td className={figure}>{formatCount(root.counts.shadowed)}</td>
      <td className={joinClasses(figure, root.counts.broken > 0 && "text-danger")}>
        {formatCount(root.counts.broken)}
      </td>
    </tr>
  );
}

function toBytes({ isSame }: Override): string {
  if (isSame === null) return layersText.unknownBytes;
  return isSame ? layersText.sameBytes : layersText.differentBytes;
}

/** The root an entry lies in, by its order and origin; the whole folder is on hover, and in the inspector. */
function Place({ item, roots }: { item: CatalogItem | null; roots: ReadonlyMap<string, Root> }) {
  if (item === null || item.entry === null) return <span className="text-muted">{layersText.nothing}</span>;
  const root = roots.get(item.entry.rootPath);
  return (
    <span title={item.entry.folder}>
      {root === undefined ? layersText.missingRoot : layersText.root(root.order, root.origin)}
    </span>
  );
}

/** Columns that say where an entry lies need the roots. */
const toColumns = (roots: ReadonlyMap<string, Root>): readonly TableColumn<Override>[] => [
  {
    id: "name",
    label: layersText.name,
    width: "minmax(128px, 1.6fr)",
    sortValue: ({ name }) => name,
    render: ({ other }) => (
      <span className="flex min-w-0 items-center gap-2">
        <KindIcon kind={other.kind} />
        <span className="min-w-0 truncate">{other.name}</span>
        <StateMark state={other.state} label={stateWords[other.state]} isCompact />
      </span>
    ),
  },
  {
    id: "what",
    label: layersText.what,
    width: "minmax(128px, 1.2fr)",
    sortValue: ({ kind }) => layersText.kinds[kind],
    render: ({ kind }) => <span title={layersText.kindMeanings[kind]}>{layersText.kinds[kind]}</span>,
  },
  {
    id: "used",
    label: layersText.used,
    width: "minmax(96px, 1fr)",
    isSecondary: true,
    sortValue: ({ winner }) => winner?.entry?.folder ?? null,
    render: ({ winner }) => <Place item={winner} roots={roots} />,
  },
  {
    id: "instead",
    label: layersText.instead,
    width: "minmax(96px, 1fr)",
    isSecondary: true,
    sortValue: ({ other }) => other.entry?.folder ?? null,
    render: ({ other }) => <Place item={other} roots={roots} />,
  },
  {
    id: "bytes",
    label: layersText.bytes,
    width: "96px",
    isSecondary: true,
    sortValue: toBytes,
    render: (row) => <span className="text-muted">{toBytes(row)}</span>,
  },
];
