"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ApiOutputs, findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { reviewText } from "#components/messages/en/review";
import { LinkButton } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import { CopyButton } from "#components/ui/copy-button";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDigest } from "#components/ui/format";
import { SkeletonRows } from "#components/ui/skeleton";
import { RelativeTime } from "#components/ui/time";
import { DecisionForm } from "./decision-form";
import { ProposalBadge } from "./proposal-badge";
import { StatusBadge } from "./status-badge";
import { VersionDiff } from "./version-diff";

const text = reviewText.submission;
type Submission = ApiOutputs["review"]["get"];

export type SubmissionPageProps = { id: string };

/** One submission: who, what, against what; the decision stands under the diff. */
export function SubmissionPage({ id }: SubmissionPageProps) {
  const api = useApi();
  const submission = useQuery(api.review.get.queryOptions({ id }));
  const problem = findProblem(submission.error);
  if (submission.data) {
    const { data } = submission;
    return (
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-auto">
          <SubmissionHead submission={data} />
          <VersionDiff version={data} afterLabel={text.after} />
        </div>
        {data.status === "waiting" ? <DecisionForm submission={data} /> : <Decision submission={data} />}
      </div>
    );
  }
  if (problem) {
    return (
      <div className="p-3">
        <ErrorPanel {...toProblemText(problem)} action={<LinkButton href="/review">{text.toQueue}</LinkButton>} />
      </div>
    );
  }
  return <SkeletonRows rows={10} label={text.loading} />;
}

function SubmissionHead({ submission }: { submission: Submission }) {
  return (
    <header className="flex flex-col gap-2 border-line border-b px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 truncate font-semibold text-heading">{submission.name}</h1>
        <StatusBadge status={submission.status} />
        <Submitter submission={submission} />
        <span className="text-muted">
          <RelativeTime at={submission.submittedAt} />
        </span>
        <LinkButton
          size="small"
          variant="quiet"
          href={`/capabilities/${encodeURIComponent(submission.name)}`}
          className="ml-auto"
        >
          {text.openCapability}
        </LinkButton>
      </div>
      <Note submission={submission} />
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-meta">
        <Fact name={text.digest}>
          <code title={submission.digest}>{formatDigest(submission.digest)}</code>
          <CopyButton text={submission.digest} label={text.copyDigest} />
        </Fact>
        <Fact name={text.target}>
          <code className="break-all">{submission.targetFolder}</code>
        </Fact>
      </dl>
    </header>
  );
}

/** Who asks for it. A proposal of a model leads to the run it was made in, since nobody there can be asked. */
function Submitter({ submission: { submittedBy, proposedInRun } }: { submission: Submission }) {
  if (proposedInRun === null) return <span className="text-muted">{reviewText.submittedBy(submittedBy)}</span>;
  return (
    <>
      <ProposalBadge />
      <LinkButton size="small" variant="quiet" href={`/runs/${encodeURIComponent(proposedInRun)}`}>
        {reviewText.openRun}
      </LinkButton>
    </>
  );
}

/** The author's words; a model's are named as such, so that nobody reads them as a colleague's. */
function Note({ submission: { note, proposedInRun } }: { submission: Submission }) {
  const isModel = proposedInRun !== null;
  if (note === "") return <p className="text-muted">{isModel ? text.noReason : text.noNote}</p>;
  return (
    <div className="flex max-w-[90ch] flex-col gap-0.5">
      {isModel ? <p className="text-meta text-muted">{text.reason}</p> : null}
      <p className="whitespace-pre-wrap break-words">
        <ConcealedText text={note} />
      </p>
    </div>
  );
}

/** What was decided, by whom, and whether the files are there. */
function Decision({ submission }: { submission: Submission }) {
  const { status, decidedBy, decidedAt, decisionNote, writtenAt, submittedBy, digest } = submission;
  return (
    <section
      aria-label={text.decision}
      className="flex shrink-0 flex-col gap-1 border-line border-t bg-raised px-3 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={status} />
        {decidedBy === null ? null : <span>{reviewText.decidedBy(decidedBy)}</span>}
        {decidedAt === null ? null : (
          <span className="text-muted">
            <RelativeTime at={decidedAt} />
          </span>
        )}
        {status === "approved" ? (
          <>
            <span className="font-medium text-trusted">{text.trusted}</span>
            <code title={digest}>{formatDigest(digest)}</code>
            <span className="text-muted">{writtenAt === null ? text.notWritten : text.written}</span>
          </>
        ) : null}
      </div>
      {decisionNote ? <p className="whitespace-pre-wrap break-words">{decisionNote}</p> : null}
      {decidedBy === submittedBy ? <p className="text-meta text-muted">{text.solo}</p> : null}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </div>
  );
}
