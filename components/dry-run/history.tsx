"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { findProblem, useApi, useApiClient } from "#components/api";
import { dryRunText } from "#components/messages/en/dry-run";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { RelativeTime } from "#components/ui/time";
import type { JsonValue } from "#server/capability/json";
import type { DryRunStore } from "./dry-run-store";
import { toInputParts } from "./input-model";
import { isSettled } from "./is-settled";

const text = dryRunText.history;
const SHOWN = 10;
const EVERY_MS = 5_000;
/** While the execution above the list is not in it yet, or something in it goes on, the list must not contradict it for long. */
const SOON_MS = 500;

export type HistoryProps = { name: string; store: DryRunStore; newest: string | null };

/** The last executions of this capability; each can give its input back. */
export function History({ name, store, newest }: HistoryProps) {
  const api = useApi();
  const client = useApiClient();
  const [error, setError] = useState<unknown>(null);
  const runs = useQuery(
    api.run.list.queryOptions(
      { kind: "execution", title: name, limit: SHOWN },
      { refetchInterval: (query) => (isSettled(query.state.data?.runs ?? [], newest) ? EVERY_MS : SOON_MS) },
    ),
  );
  // Titles are searched by part of them; another capability may share it.
  const shown = runs.data?.runs.filter((run) => run.title === name) ?? [];
  const problem = findProblem(error);
  const load = async (id: string) => {
    try {
      store.setInput(toInputParts(await readInput(client, id), text.label(id)));
      setError(null);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <section className="flex flex-col gap-1 border-line border-t p-3">
      <h2 className="font-semibold">{text.title}</h2>
      {problem ? <ErrorPanel {...toProblemText(problem, text.loadFailed)} /> : null}
      {shown.length === 0 ? <p className="text-muted">{text.none}</p> : null}
      <ul>
        {shown.map((run) => (
          <li
            key={run.id}
            className="flex min-h-8 flex-wrap items-center gap-x-3 border-line border-b last:border-b-0"
            data-current={run.id === newest}
          >
            <Link
              href={`/executions/${run.id}`}
              prefetch={false}
              className="flex min-w-0 flex-1 items-center gap-3 hover:underline"
            >
              <span className={run.status === "failed" ? "text-danger" : undefined}>{runsText.states[run.status]}</span>
              <span className="text-muted">{toSourceWord(run.source)}</span>
              <span className="text-meta text-muted">
                <RelativeTime at={run.createdAt} />
              </span>
            </Link>
            <Button size="small" variant="quiet" onPress={() => load(run.id)}>
              {text.loadInput}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sourceWords: ReadonlyMap<string, string> = new Map(Object.entries(runsText.sources));

function toSourceWord(source: string): string {
  return sourceWords.get(source) ?? source;
}

type ApiClient = ReturnType<typeof useApiClient>;

/** The input of an execution from its first event; a large one lies behind a digest. */
async function readInput(client: ApiClient, id: string): Promise<JsonValue> {
  const { events } = await client.run.readEvents.query({ id, limit: 5 });
  const started = events.find((event) => event.type === "execution_started");
  const payload: unknown =
    started?.payload ??
    (started?.blob_digest === undefined
      ? undefined
      : JSON.parse((await client.run.blob.query({ digest: started.blob_digest })).text));
  if (typeof payload !== "object" || payload === null || !("input" in payload)) throw new Error(text.inputGone);
  // The server stored it as JSON, so any of its parts is.
  return JSON.parse(JSON.stringify(payload.input));
}
