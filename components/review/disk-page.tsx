"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { type ApiOutputs, findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { reviewText } from "#components/messages/en/review";
import { stateMeanings, stateWords } from "#components/messages/en/words";
import { Button, LinkButton } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDigest } from "#components/ui/format";
import { SkeletonRows } from "#components/ui/skeleton";
import { StateMark } from "#components/ui/state-mark";
import { TextField } from "#components/ui/text-field";
import { VersionDiff } from "./version-diff";

const text = reviewText.submission;

export type DiskPageProps = { name: string };

/** Bytes that came by file: all of them against the last trusted version, and a person's word for them under it. */
export function DiskPage({ name }: DiskPageProps) {
  const api = useApi();
  // What is read here is what is trusted: the page does not change under the reader, the server refuses moved bytes.
  const version = useQuery(api.review.getOnDisk.queryOptions({ name }, { refetchOnWindowFocus: false }));
  const capability = useQuery(api.capability.get.queryOptions({ name }));
  const problem = findProblem(version.error ?? capability.error);
  if (problem) {
    return (
      <div className="p-3">
        <ErrorPanel {...toProblemText(problem)} action={<LinkButton href="/review">{text.toQueue}</LinkButton>} />
      </div>
    );
  }
  // What is on disk is a root's: a built-in tool has no bytes to read, and `version` has said so.
  const details = capability.data?.kind === "capability" ? capability.data : null;
  if (!version.data || !details) return <SkeletonRows rows={10} label={text.loading} />;
  const { state, folder } = details.summary;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-auto">
        <header className="flex flex-col gap-1.5 border-line border-b px-3 py-2.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 truncate font-semibold text-heading">{name}</h1>
            <StateMark state={state} label={stateWords[state]} />
            <span className="text-muted">{stateMeanings[state]}</span>
            <LinkButton
              size="small"
              variant="quiet"
              href={`/capabilities/${encodeURIComponent(name)}`}
              className="ml-auto"
            >
              {text.openCapability}
            </LinkButton>
          </div>
          <p className="flex flex-wrap items-center gap-x-3 text-meta text-muted">
            <code className="break-all">{folder}</code>
            <span className="flex items-center gap-1">
              <code title={version.data.digest}>{formatDigest(version.data.digest)}</code>
              <CopyButton text={version.data.digest} label={text.copyDigest} />
            </span>
          </p>
        </header>
        <VersionDiff version={version.data} afterLabel={text.onDisk} />
      </div>
      <TrustForm version={version.data} isTrusted={details.trust?.digest === version.data.digest} />
    </div>
  );
}

type TrustFormProps = { version: ApiOutputs["review"]["getOnDisk"]; isTrusted: boolean };

function TrustForm({ version: { name, digest }, isTrusted }: TrustFormProps) {
  const api = useApi();
  const words = reviewText.decide;
  const [reason, setReason] = useState("");
  const trust = useMutation(api.review.trustDigest.mutationOptions());
  const demote = useMutation(api.review.demote.mutationOptions());
  const problem = findProblem(isTrusted ? demote.error : trust.error);
  return (
    <section
      aria-label={words.title}
      className="flex shrink-0 flex-col gap-2 border-line border-t bg-raised px-3 py-2.5"
    >
      {problem ? <ErrorPanel {...toProblemText(problem, isTrusted ? words.demoteFailed : words.trustFailed)} /> : null}
      {isTrusted ? <p className="font-medium text-trusted">{text.trusted}</p> : null}
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <TextField
          label={words.reason}
          hint={words.reasonHint}
          value={reason}
          onChange={setReason}
          className="min-w-0 flex-1 basis-72"
        />
        <div className="phone:pb-6">
          {isTrusted ? (
            <Button variant="danger" isPending={demote.isPending} onPress={() => demote.mutate({ digest, reason })}>
              {words.demote}
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<ShieldCheck aria-hidden size={14} />}
              isPending={trust.isPending}
              onPress={() => trust.mutate({ name, digest, reason })}
            >
              {words.trust}
            </Button>
          )}
        </div>
      </div>
      <p className="text-meta text-muted">{isTrusted ? words.demoteMeaning : words.trustMeaning}</p>
    </section>
  );
}
