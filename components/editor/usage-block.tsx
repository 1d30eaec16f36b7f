"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ApiOutputs, findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { usageText as text } from "#components/messages/en/usage";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatBytes, formatCount, formatDuration } from "#components/ui/format";
import { SkeletonRows } from "#components/ui/skeleton";
import { RelativeTime } from "#components/ui/time";

type Usage = ApiOutputs["capability"]["usage"];

export type UsageBlockProps = {
  /** Of a capability, or of a host tool. */
  name: string;
};

/** How often something was called and found, how that went, and how fast it loads. */
export function UsageBlock({ name }: UsageBlockProps) {
  const api = useApi();
  const found = useQuery(api.capability.usage.queryOptions({ name }, { refetchOnMount: "always" }));
  const problem = findProblem(found.error);
  if (problem) return <ErrorPanel {...toProblemText(problem)} />;
  if (!found.data) return <SkeletonRows rows={3} label={text.loading} />;
  const usage = found.data;
  return (
    <>
      {usage.calls === 0 ? <p className="mb-1 text-muted">{text.neverCalled}</p> : null}
      <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-0.5">
        {usage.calls === 0 ? null : <Calls usage={usage} />}
        <Figure name={text.matches}>
          {usage.matches === null ? (
            <span className="text-muted">{text.neverFound}</span>
          ) : (
            <>
              <span>{text.matchCount(usage.matches.matches, formatCount(usage.matches.matches))}</span>
              <span className="text-muted">
                <RelativeTime at={usage.matches.lastAt} />
              </span>
            </>
          )}
        </Figure>
        <Figure name={text.load}>
          {usage.load === null ? (
            <span className="text-muted">{text.notLoaded}</span>
          ) : (
            <>
              <span>{text.loadTime(toLoadTime(usage.load.ms))}</span>
              <span className="text-muted">
                <RelativeTime at={usage.load.at} />
              </span>
            </>
          )}
        </Figure>
      </dl>
    </>
  );
}

function Calls({ usage }: { usage: Usage }) {
  const { calls, failures, lastAt, durationMs, inputBytes, outputBytes } = usage;
  return (
    <>
      <Figure name={text.calls}>
        <span>{formatCount(calls)}</span>
        <span className={failures > 0 ? "text-warn" : "text-muted"}>
          {failures > 0 ? text.failures(formatCount(failures)) : text.noFailure}
        </span>
      </Figure>
      {lastAt === null ? null : (
        <Figure name={text.lastCall}>
          <RelativeTime at={lastAt} />
        </Figure>
      )}
      <Figure name={text.median} title={text.recent}>
        {formatDuration(durationMs.p50)}
      </Figure>
      <Figure name={text.slow} title={text.recent}>
        {formatDuration(durationMs.p95)}
      </Figure>
      <Figure name={text.total}>{formatDuration(durationMs.total)}</Figure>
      <Figure name={text.bytesIn} title={text.bytesMeaning}>
        {formatBytes(inputBytes)}
      </Figure>
      <Figure name={text.bytesOut} title={text.bytesMeaning}>
        {formatBytes(outputBytes)}
      </Figure>
    </>
  );
}

function Figure({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-2 break-words tabular-nums" title={title}>
        {children}
      </dd>
    </>
  );
}

/** Most load in less than what a whole number of milliseconds can say. */
function toLoadTime(milliseconds: number): string {
  return milliseconds < 1 ? text.underOne : formatDuration(milliseconds);
}
