"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/api";
import { type ImportInput, type ImportItem, isChosen, isTooMuch, NO_INPUT } from "./import-model";
import type { ReadTexts } from "./read-files";

const PROGRESS_MS = 700;

/** Names one preview to the server for as long as it takes; nothing else depends on it. */
function createProgressId(): string {
  return `preview-${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

/** One import from the files to the drafts: what is given, what the server makes of it, what a person chose of that. */
export function useImport() {
  const api = useApi();
  const [input, setInput] = useState<ImportInput>(NO_INPUT);
  const [unread, setUnread] = useState<readonly string[]>([]);
  const [clicked, setClicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  // It changes nothing on the server, so no other view needs to read again.
  const preview = useMutation(api.exchange.preview.mutationOptions({ meta: { isPrivate: true } }));
  const [progressId, setProgressId] = useState("");
  const progress = useQuery(
    api.exchange.progress.queryOptions(
      { id: progressId },
      { enabled: preview.isPending && progressId !== "", refetchInterval: PROGRESS_MS, gcTime: 0 },
    ),
  );
  const create = useMutation(api.exchange.create.mutationOptions());
  const items = preview.data?.items ?? [];
  const chosen = items.filter((item) => isChosen(item, clicked));

  const look = (next: ImportInput): void => {
    setInput(next);
    if (next.files.length === 0 || isTooMuch(next.files)) return;
    const id = createProgressId();
    setProgressId(id);
    preview.mutate({ ...next, progressId: id });
  };

  return {
    input,
    unread,
    preview,
    /** Of the preview at work; null where it is not known. */
    progress: preview.isPending ? (progress.data ?? null) : null,
    create,
    items,
    chosen,
    clicked,
    setSource: (source: string) => setInput({ ...input, source }),
    lookAt: ({ files, unread: left }: ReadTexts) => {
      setUnread(left);
      setClicked(new Map());
      look({ ...input, files, quoted: [], names: {} });
    },
    /** Takes the quotes that would mend a file. */
    quote: (path: string) => look({ ...input, quoted: [...input.quoted, path] }),
    rename: (key: string, name: string) => look({ ...input, names: { ...input.names, [key]: name } }),
    click: (key: string, isOn: boolean) => setClicked(new Map(clicked).set(key, isOn)),
    clickAll: (all: readonly ImportItem[], isOn: boolean) =>
      setClicked(new Map([...clicked, ...all.map(({ key }): [string, boolean] => [key, isOn])])),
    make: () => create.mutate({ ...input, keys: chosen.map(({ key }) => key) }),
    startOver: () => {
      preview.reset();
      create.reset();
      setInput({ ...NO_INPUT, source: input.source });
      setUnread([]);
    },
  };
}

export type ImportState = ReturnType<typeof useImport>;
