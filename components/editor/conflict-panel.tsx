"use client";

import { editorText } from "#components/messages/en/editor";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { TextDiff } from "#components/ui/text-diff";
import { type FileTexts, type StoredDraft, toChanges } from "./draft-model";
import type { DraftSession } from "./draft-session";

const text = editorText.conflict;

export type ConflictPanelProps = { session: DraftSession; mine: FileTexts; theirs: StoredDraft };

/** Somebody else saved: both texts against each other, and the choice. Nothing is lost by either. */
export function ConflictPanel({ session, mine, theirs }: ConflictPanelProps) {
  const theirTexts: FileTexts = new Map(theirs.files.map((file) => [file.path, file.text]));
  const differing = toChanges(theirTexts, mine);
  return (
    <div className="max-h-[60%] shrink-0 overflow-auto border-line border-b p-3">
      <ErrorPanel
        tone="warn"
        title={text.title(theirs.updatedBy, theirs.revision)}
        meaning={text.meaning}
        next={differing.length === 0 ? text.same : text.keepHint}
        code="conflict"
        action={
          <>
            <Button variant="primary" onPress={session.keepMine}>
              {text.keepMine}
            </Button>
            <Button onPress={session.takeTheirs}>{text.takeTheirs}</Button>
          </>
        }
      />
      <div className="mt-2 flex flex-col gap-2">
        {differing.map(({ path }) => (
          <TextDiff
            key={path}
            label={path}
            before={theirTexts.get(path) ?? null}
            after={mine.get(path) ?? null}
            beforeLabel={text.theirs}
            afterLabel={text.mine}
          />
        ))}
      </div>
    </div>
  );
}

export type GonePanelProps = { session: DraftSession; onDrop: () => void };

/** The draft was approved or discarded elsewhere while this page held text that is not saved. */
export function GonePanel({ session, onDrop }: GonePanelProps) {
  const words = editorText.gone;
  return (
    <ErrorPanel
      tone="warn"
      className="m-3"
      title={words.title}
      meaning={words.meaning}
      code="not_found"
      action={
        <>
          <Button variant="primary" onPress={session.startAgain}>
            {words.again}
          </Button>
          <Button onPress={onDrop}>{words.drop}</Button>
        </>
      }
    />
  );
}
