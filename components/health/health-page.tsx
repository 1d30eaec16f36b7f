"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { findProblem } from "#components/api";
import { healthText } from "#components/messages/en/health";
import { toProblemText } from "#components/messages/en/problem";
import { Button } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { Panes } from "#components/ui/panes";
import { SearchField } from "#components/ui/search-field";
import { Select } from "#components/ui/select";
import { SkeletonRows } from "#components/ui/skeleton";
import { Table, type TableColumn } from "#components/ui/table";
import type { TableSort } from "#components/ui/table-model";
import { type HealthItem, type HealthSectionName, SEVERITIES } from "./health-model";
import { ItemPanel } from "./item-panel";
import { SectionList } from "./section-list";
import { SeverityMark } from "./severity-mark";
import { type HealthState, useHealth } from "./use-health";

const text = healthText;
const ANY = "any";

const columns: readonly TableColumn<HealthItem>[] = [
  {
    id: "severity",
    label: text.columns.severity,
    width: "104px",
    render: ({ severity }) => <SeverityMark severity={severity} />,
    sortValue: ({ severity }) => SEVERITIES.indexOf(severity),
    isSecondary: true,
  },
  {
    id: "name",
    label: text.columns.name,
    width: "minmax(120px, 1fr)",
    render: ({ name, severity }) => (
      <span className="flex min-w-0 items-center gap-1.5 font-medium">
        <span className="phone:hidden">
          <SeverityMark severity={severity} isCompact />
        </span>
        <span className="truncate">{name}</span>
      </span>
    ),
    sortValue: ({ name }) => name,
  },
  {
    id: "message",
    label: text.columns.message,
    width: "minmax(140px, 3fr)",
    render: ({ message }) => <ConcealedText text={message} />,
    sortValue: ({ message }) => message,
  },
  {
    id: "place",
    label: text.columns.place,
    width: "minmax(0, 1.4fr)",
    // The end of a path is what tells two apart.
    render: ({ place }) => (
      <span dir="rtl" title={place} className="block truncate text-left text-muted">
        <bdi>{place}</bdi>
      </span>
    ),
    sortValue: ({ place }) => place,
    isSecondary: true,
  },
];

/** What wants mending, by kind: the kinds, their findings, and the one that is selected with the way to mend it. */
export function HealthPage() {
  const page = useHealth();
  const { sections, shown, selected, selectedId } = page;
  const problem = findProblem(page.error);
  if (problem !== null && sections === null) {
    return (
      <ErrorPanel
        {...toProblemText(problem, text.failedMeaning)}
        action={<Button onPress={page.retry}>{text.retry}</Button>}
        className="m-3"
      />
    );
  }
  return (
    <>
      <h1 className="sr-only">{text.page}</h1>
      <Panes
        name="health"
        list={
          sections === null || shown === undefined ? (
            <SkeletonRows rows={7} label={text.loading} />
          ) : (
            <SectionList sections={sections} shown={shown} onChoose={page.choose} />
          )
        }
        listLabel={text.sections}
        listWidth={220}
        isListWideOnly
        main={
          <div className="flex min-h-0 flex-1 flex-col">
            <Toolbar page={page} />
            {shown === undefined ? (
              <SkeletonRows rows={12} label={text.loading} />
            ) : (
              <Findings page={page} shown={shown} />
            )}
          </div>
        }
        mainLabel={text.page}
        inspector={<ItemPanel item={selected} selectedId={page.items === null ? null : selectedId} />}
        inspectorLabel={text.inspector}
        inspectorWidth={360}
        phonePane={selectedId === null ? "main" : "inspector"}
        {...(selectedId === null ? {} : { onPhoneBack: () => page.select(null) })}
      />
    </>
  );
}

function Toolbar({ page }: { page: HealthState }) {
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-line border-b px-2 py-1">
      {page.sections === null || page.shown === undefined ? null : (
        <Select
          label={text.section}
          isLabelHidden
          value={page.shown}
          options={page.sections.map(({ name, count, isUnknown }) => ({
            id: name,
            label: `${text.names[name]} (${isUnknown ? "?" : count})`,
          }))}
          onChange={(id) => page.choose(page.sections?.find(({ name }) => name === id)?.name ?? "broken")}
          className="wide:hidden"
        />
      )}
      <SearchField
        label={text.filter}
        placeholder={text.filter}
        value={page.words}
        onChange={page.setWords}
        isPageSearch
        className="min-w-40 max-w-[420px] flex-1"
      />
      <Select
        label={text.severity}
        isLabelHidden
        value={page.severity ?? ANY}
        options={[
          { id: ANY, label: text.anySeverity },
          ...SEVERITIES.map((id) => ({ id, label: text.onlySeverities[id] })),
        ]}
        onChange={(id) => page.setSeverity(SEVERITIES.find((each) => each === id) ?? null)}
      />
    </div>
  );
}

function Findings({ page, shown }: { page: HealthState; shown: HealthSectionName }) {
  const router = useRouter();
  const [sort, setSort] = useState<TableSort>(null);
  const { items, total, sections } = page;
  if (items === null) return <SkeletonRows rows={12} label={text.loading} />;
  const isUnknown = sections?.find(({ name }) => name === shown)?.isUnknown === true;
  return (
    <>
      <p className="border-line border-b px-3 py-2 text-meta text-muted">
        {text.meanings[shown]} {shown === "disabled" ? <Unimplemented count={page.unimplemented} /> : null}
      </p>
      {total === 0 ? (
        <EmptyState sentence={isUnknown ? text.unknown.never_matched : text.nothing[shown]} />
      ) : items.length === 0 ? (
        <EmptyState sentence={text.noneLeft} action={<Button onPress={page.clear}>{text.clear}</Button>} />
      ) : (
        <Table
          label={text.table}
          columns={columns}
          rows={items}
          total={total}
          rowId={({ id }) => id}
          selectedId={page.selectedId}
          onSelect={page.select}
          onOpen={(id) => {
            const item = items.find((candidate) => candidate.id === id);
            if (item !== undefined) router.push(item.href);
          }}
          sort={sort}
          onSortChange={setSort}
        />
      )}
    </>
  );
}

function Unimplemented({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      {text.unimplemented(count)}{" "}
      <Link href="/capabilities?type=builtin&state=disabled" className="text-accent-text underline">
        {text.seeUnimplemented}
      </Link>
    </>
  );
}
