"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { findProblem, useApi } from "#components/api";
import { useCatalog } from "#components/api/use-catalog";
import { toProblemText } from "#components/messages/en/problem";
import { reviewText } from "#components/messages/en/review";
import { stateWords } from "#components/messages/en/words";
import { LinkButton } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDigest } from "#components/ui/format";
import { Select } from "#components/ui/select";
import { SkeletonRows } from "#components/ui/skeleton";
import { StateMark } from "#components/ui/state-mark";
import { RelativeTime } from "#components/ui/time";
import { useUrlState } from "#components/ui/use-url-state";
import { ProposalBadge } from "./proposal-badge";
import { type Entry, findDraftsOnDisk, type Submission, toQueue } from "./queue-model";
import { StatusBadge } from "./status-badge";

const text = reviewText;
const FILTERS = ["waiting", "all", "approved", "changes_asked", "rejected"] as const;
type Filter = (typeof FILTERS)[number];
const EVERY_MS = 10_000;

/** What waits for a person's decision: submitted drafts, and bytes that came by file. */
export function ReviewPage() {
  const api = useApi();
  const url = useUrlState();
  const filter = FILTERS.find((each) => each === url.get("state")) ?? "waiting";
  const submissions = useQuery(api.review.list.queryOptions({}, { refetchInterval: EVERY_MS }));
  const catalog = useCatalog();
  const problem = findProblem(submissions.error ?? catalog.error);
  const all = submissions.data ?? [];
  const shown = toQueue(filter === "all" ? all : all.filter((submission) => submission.status === filter));
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <h1 className="sr-only">{text.page}</h1>
      {problem ? <ErrorPanel className="m-3" {...toProblemText(problem, text.failedMeaning)} /> : null}
      <section aria-label={text.queue}>
        <header className="flex min-h-10 flex-wrap items-center gap-3 border-line border-b px-3 py-1">
          <h2 className="flex-1 font-semibold">{text.queue}</h2>
          <Select
            label={text.filter}
            isLabelHidden
            options={FILTERS.map((id) => ({ id, label: id === "all" ? text.all : text.statuses[id] }))}
            value={filter}
            onChange={(id) => url.set({ state: id === "waiting" ? null : id })}
          />
        </header>
        {submissions.isPending ? <SkeletonRows rows={4} label={text.loading} /> : null}
        {submissions.data && shown.length === 0 ? <NoSubmission filter={filter} /> : null}
        <ul>
          {shown.map((submission) => (
            <SubmissionRow key={submission.id} submission={submission} />
          ))}
        </ul>
      </section>
      {catalog.data && submissions.data ? (
        <DiskDrafts entries={findDraftsOnDisk(catalog.data.entries, submissions.data)} />
      ) : null}
    </div>
  );
}

function NoSubmission({ filter }: { filter: Filter }) {
  const action = <LinkButton href="/capabilities">{text.toCapabilities}</LinkButton>;
  return <EmptyState sentence={text.none[filter]} action={filter === "waiting" ? action : null} />;
}

function SubmissionRow({ submission }: { submission: Submission }) {
  return (
    <li className="border-line border-b">
      <Link
        href={`/review/${submission.id}`}
        prefetch={false}
        className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1 outline-offset-[-2px] hover:bg-hover"
      >
        <span className="font-medium">{submission.name}</span>
        <StatusBadge status={submission.status} />
        <code className="text-meta text-muted" title={submission.digest}>
          {formatDigest(submission.digest)}
        </code>
        <span className="min-w-0 flex-1 basis-40 truncate text-muted">{submission.note}</span>
        {submission.proposedInRun === null ? (
          <span className="text-meta text-muted">{text.submittedBy(submission.submittedBy)}</span>
        ) : (
          <ProposalBadge />
        )}
        <span className="text-meta text-muted">
          <RelativeTime at={submission.submittedAt} />
        </span>
      </Link>
    </li>
  );
}

function DiskDrafts({ entries }: { entries: readonly Entry[] }) {
  return (
    <section aria-label={text.disk.title} className="pb-6">
      <header className="border-line border-b px-3 pt-5 pb-1.5">
        <h2 className="font-semibold">{text.disk.title}</h2>
        <p className="text-muted">{entries.length === 0 ? text.disk.none : text.disk.meaning}</p>
      </header>
      <ul>
        {entries.map((entry) => (
          <li
            key={entry.folder}
            className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-line border-b px-3 py-1"
          >
            <Link
              href={`/capabilities/${encodeURIComponent(entry.name)}`}
              prefetch={false}
              className="font-medium hover:underline"
            >
              {entry.name}
            </Link>
            <StateMark state={entry.state} label={stateWords[entry.state]} />
            <code className="min-w-0 flex-1 basis-40 truncate text-meta text-muted" title={entry.folder}>
              {entry.folder}
            </code>
            <LinkButton size="small" href={`/review/disk:${encodeURIComponent(entry.name)}`}>
              {text.disk.read}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
