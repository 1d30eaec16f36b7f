"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { Button } from "#components/ui/button";
import { CodeBlock } from "#components/ui/code-block";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatBytes } from "#components/ui/format";
import type { WireEvent } from "#server/loop/events";

const text = runsText.timeline;
const LINES_SHOWN = 16;

/** A value as JSON; a string as it is. Inert text either way. */
function toShownText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

export type ValueBlockProps = { label: string; value: unknown; maxLines?: number };

export function ValueBlock({ label, value, maxLines = LINES_SHOWN }: ValueBlockProps) {
  return <CodeBlock label={label} text={toShownText(value)} maxLines={maxLines} />;
}

export type StoredJsonProps = {
  label: string;
  event: WireEvent;
  /** What to show of the payload; left out, all of it. */
  pick?: (payload: unknown) => unknown;
  maxLines?: number;
};

/** The payload of an event; one over 16 KiB is fetched when somebody asks for it, its size stated before. */
export function StoredJson({ label, event, pick, maxLines = LINES_SHOWN }: StoredJsonProps) {
  const show = pick ?? ((payload: unknown) => payload);
  if (event.payload !== undefined) return <ValueBlock label={label} value={show(event.payload)} maxLines={maxLines} />;
  if (event.blob_digest === undefined) return null;
  return <BlobJson {...{ label, show, maxLines }} digest={event.blob_digest} size={event.blob_size ?? 0} />;
}

type BlobJsonProps = {
  label: string;
  digest: string;
  size: number;
  show: (payload: unknown) => unknown;
  maxLines: number;
};

function BlobJson({ label, digest, size, show, maxLines }: BlobJsonProps) {
  const api = useApi();
  const [isAsked, setIsAsked] = useState(false);
  const blob = useQuery(
    api.run.blob.queryOptions({ digest }, { enabled: isAsked, staleTime: Number.POSITIVE_INFINITY }),
  );
  const problem = findProblem(blob.error);
  if (blob.data) return <ValueBlock label={label} value={show(JSON.parse(blob.data.text))} maxLines={maxLines} />;
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex items-center gap-2 text-meta text-muted">
        <span>{label}</span>
        <span>{text.storedApart(formatBytes(size))}</span>
        <Button size="small" isPending={blob.isFetching} onPress={() => setIsAsked(true)}>
          {text.fetch}
        </Button>
      </div>
      {problem ? <ErrorPanel {...toProblemText(problem, text.fetchFailed)} /> : null}
    </div>
  );
}
