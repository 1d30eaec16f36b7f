"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { type ApiOutputs, findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDuration } from "#components/ui/format";
import { Select } from "#components/ui/select";
import { SkeletonRows } from "#components/ui/skeleton";
import { Table, type TableColumn } from "#components/ui/table";
import type { TableSort } from "#components/ui/table-model";
import { RelativeTime } from "#components/ui/time";
import { useUrlState } from "#components/ui/use-url-state";
import { AskBox } from "./ask-box";
import { PlannerNotice } from "./planner-notice";
import { isKind, isState, RUN_KINDS, RUN_STATES } from "./run-filter";
import { RunStateBadge } from "./run-state-badge";

type Run = ApiOutputs["run"]["list"]["runs"][number];

const text = runsText;
const PAGE = 100;
const LIVE_MS = 1_500;
const IDLE_MS = 10_000;
const LIVE_STATES = new Set(["queued", "running", "waiting"]);

const columns: readonly TableColumn<Run>[] = [
  {
    id: "title",
    label: text.columns.title,
    width: "minmax(96px, 1fr)",
    render: (run) => <span className="truncate font-medium">{run.title}</span>,
    sortValue: (run) => run.title,
  },
  {
    id: "status",
    label: text.columns.status,
    width: "116px",
    render: (run) => <RunStateBadge state={run.status} />,
    sortValue: (run) => run.status,
  },
  {
    id: "source",
    label: text.columns.source,
    width: "104px",
    isSecondary: true,
    render: (run) => (run.kind === "run" ? (run.focusMode ?? "") : toSourceWord(run.source)),
    sortValue: (run) => run.source,
  },
  {
    id: "turns",
    label: text.columns.turns,
    width: "88px",
    align: "end",
    isSecondary: true,
    render: (run) => (run.kind === "run" ? String(run.turns) : ""),
    sortValue: (run) => run.turns,
  },
  {
    id: "duration",
    label: text.columns.duration,
    width: "104px",
    align: "end",
    isSecondary: true,
    render: (run) => (LIVE_STATES.has(run.status) ? "" : formatDuration(toDurationMs(run))),
    sortValue: toDurationMs,
  },
  {
    id: "started",
    label: text.columns.started,
    width: "128px",
    align: "end",
    render: (run) => <RelativeTime at={run.createdAt} />,
    sortValue: (run) => Date.parse(run.createdAt),
  },
];

function toDurationMs(run: Run): number {
  return Date.parse(run.updatedAt) - Date.parse(run.createdAt);
}

const sourceWords: ReadonlyMap<string, string> = new Map(Object.entries(text.sources));

function toSourceWord(source: string): string {
  return sourceWords.get(source) ?? source;
}

function toSort(value: string | null): TableSort {
  if (value === null) return null;
  return value.startsWith("-")
    ? { column: value.slice(1), direction: "descending" }
    : { column: value, direction: "ascending" };
}

/** Ask, and everything that was asked: newest first, live. */
export function RunsPage() {
  const api = useApi();
  const router = useRouter();
  const url = useUrlState();
  const askedKind = url.get("kind");
  const kind = isKind(askedKind) ? askedKind : "run";
  const askedState = url.get("state");
  const state = isState(askedState) ? askedState : null;
  const status = useQuery(api.system.status.queryOptions());
  const pages = useInfiniteQuery(
    api.run.list.infiniteQueryOptions(
      { kind, limit: PAGE, ...(state === null ? {} : { status: state }) },
      {
        getNextPageParam: (page) => page.nextCursor,
        refetchInterval: (query) =>
          query.state.data?.pages[0]?.runs.some((run) => LIVE_STATES.has(run.status)) ? LIVE_MS : IDLE_MS,
      },
    ),
  );
  const runs = useMemo(() => pages.data?.pages.flatMap((page) => page.runs) ?? [], [pages.data]);
  const total = pages.data?.pages[0]?.total ?? 0;
  const problem = findProblem(pages.error);
  const sort = toSort(url.get("sort"));
  const isFiltered = state !== null || kind !== "run";

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{text.title}</h1>
      {status.data?.model.isPlanner ? <PlannerNotice /> : null}
      <AskBox />
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        <Select
          label={text.filterKind}
          isLabelHidden
          options={RUN_KINDS.map((id) => ({ id, label: text.kinds[id] }))}
          value={kind}
          onChange={(id) => url.set({ kind: id === "run" ? null : id })}
        />
        <Select
          label={text.filterState}
          isLabelHidden
          options={[{ id: "all", label: text.allStates }, ...RUN_STATES.map((id) => ({ id, label: text.states[id] }))]}
          value={state ?? "all"}
          onChange={(id) => url.set({ state: id === "all" ? null : id })}
        />
      </div>
      {problem ? (
        <ErrorPanel className="m-3" {...toProblemText(problem, text.loadFailed)} />
      ) : pages.isPending ? (
        <SkeletonRows rows={8} label={text.loading} />
      ) : runs.length === 0 ? (
        <EmptyState
          sentence={isFiltered ? text.emptyFilter : text.empty}
          action={
            isFiltered ? <Button onPress={() => url.set({ kind: null, state: null })}>{text.clearFilter}</Button> : null
          }
        />
      ) : (
        <Table
          label={text.listLabel}
          columns={columns}
          rows={runs}
          total={total}
          rowId={(run) => run.id}
          selectedId={url.get("selected")}
          onSelect={(id) => url.set({ selected: id }, "replace")}
          onOpen={(id) => router.push(kind === "run" ? `/runs/${id}` : `/executions/${id}`)}
          sort={sort}
          onSortChange={(next) =>
            url.set(
              { sort: next === null ? null : `${next.direction === "descending" ? "-" : ""}${next.column}` },
              "replace",
            )
          }
          footer={
            pages.hasNextPage ? (
              <Button size="small" isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
                {text.loadMore}
              </Button>
            ) : null
          }
        />
      )}
    </div>
  );
}
