"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useApi } from "#components/api";
import { editorText } from "#components/messages/en/editor";
import { SkeletonRows } from "#components/ui/skeleton";
import { useStoredSize } from "#components/ui/use-stored-size";
import { useUrlState } from "#components/ui/use-url-state";
import { ConflictPanel, GonePanel } from "./conflict-panel";
import { DraftBanner } from "./draft-banner";
import { DraftBar } from "./draft-bar";
import { DraftDiff } from "./draft-diff";
import { type CapabilityDetails, type DraftState, toFileOrder } from "./draft-model";
import type { DraftSession } from "./draft-session";
import { FileList } from "./file-list";
import { FixBanner } from "./fix-banner";
import { PlainEditor } from "./plain-editor";

const text = editorText.edit;

const MonacoEditor = dynamic(async () => (await import("./monaco-editor")).MonacoEditor, {
  ssr: false,
  loading: () => <SkeletonRows rows={12} label={text.loading} />,
});

export type EditPaneProps = {
  details: CapabilityDetails;
  session: DraftSession;
  state: DraftState;
  onRun: () => void;
  /** Reads the server's state again and begins a new session with it. */
  onReload: () => void;
};

/** Files, the text of one, and where its draft stands. */
export function EditPane({ details, session, state, onRun, onReload }: EditPaneProps) {
  const api = useApi();
  const url = useUrlState();
  const [plain, setPlain] = useStoredSize("editor.plain", 1);
  const [removed, setRemoved] = useState<{ path: string; text: string } | null>(null);
  const schema = useQuery(
    api.capability.contractSchema.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const paths = toFileOrder(state.buffer.keys());
  const asked = url.get("file");
  const path = asked !== null && state.buffer.has(asked) ? asked : (paths[0] ?? null);
  const line = Number(url.get("line")) || null;
  const isDiff = url.get("view") === "diff";
  const isPlain = plain === 2;
  const open = (next: string | null) => url.set({ file: next, line: null }, "replace");
  const fileText = path === null ? null : (state.buffer.get(path) ?? null);
  const editor = {
    scope: details.name,
    label: path === null ? "" : text.label(path),
    resets: state.resets,
    issues: state.issues,
    line,
    onChange: (changed: string, value: string) => session.change({ path: changed, text: value }),
    onSave: () => void session.saveNow(),
    onRun,
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <DraftBar
        {...{ details, session, state, isDiff, isPlain }}
        onDiff={(isOn) => url.set({ view: isOn ? "diff" : null }, "replace")}
        onPlain={(isOn) => setPlain(isOn ? 2 : 1)}
        onReload={onReload}
      />
      <DraftBanner {...{ details, session, state, onReload }} onCompare={() => url.set({ view: "diff" }, "replace")} />
      {state.save.kind === "conflict" ? (
        <ConflictPanel session={session} mine={state.buffer} theirs={state.save.theirs} />
      ) : null}
      {state.save.kind === "gone" ? <GonePanel session={session} onDrop={onReload} /> : null}
      {path === null || fileText === null || isDiff ? null : (
        <FixBanner {...{ session, state, path, fileText, line }} />
      )}
      {isDiff ? (
        <DraftDiff details={details} buffer={state.buffer} />
      ) : (
        <div className="flex min-h-0 min-w-0 flex-1 max-desk:flex-col">
          <FileList
            paths={paths}
            selected={path}
            state={state}
            removed={removed}
            onOpen={open}
            onAdd={(added) => {
              session.change({ path: added, text: "" });
              open(added);
            }}
            onRemove={(gone) => {
              setRemoved({ path: gone, text: state.buffer.get(gone) ?? "" });
              session.change({ path: gone, text: null });
              if (gone === path) open(null);
            }}
            onUndo={() => {
              if (removed) session.change(removed);
              setRemoved(null);
            }}
          />
          {path === null || fileText === null ? (
            <p className="p-4 text-muted">{path === null ? text.noFile : text.notText}</p>
          ) : isPlain ? (
            <PlainEditor key={`${path}.${state.resets}`} {...editor} path={path} text={fileText} />
          ) : schema.data ? (
            <MonacoEditor {...editor} path={path} text={fileText} contractSchema={schema.data} />
          ) : (
            <SkeletonRows rows={12} label={text.loading} />
          )}
        </div>
      )}
    </div>
  );
}
