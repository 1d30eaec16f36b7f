"use client";

import { FilePlus2, Trash2 } from "lucide-react";
import { useState } from "react";
import { editorText } from "#components/messages/en/editor";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { IconButton } from "#components/ui/icon-button";
import { joinClasses } from "#components/ui/join-classes";
import { TextField } from "#components/ui/text-field";
import { type DraftState, type FileTexts, toPathFault } from "./draft-model";

const text = editorText.edit;
/** A capability is not loadable without its contract. */
const KEPT = new Set(["CAPABILITY.yaml", "SKILL.md"]);

export type FileListProps = {
  paths: readonly string[];
  selected: string | null;
  state: DraftState;
  removed: { path: string } | null;
  onOpen: (path: string) => void;
  onAdd: (path: string) => void;
  onRemove: (path: string) => void;
  onUndo: () => void;
};

/** The files of the draft, each with its findings; add, delete, undo. */
export function FileList(props: FileListProps) {
  const { paths, selected, state, removed, onOpen, onAdd, onRemove, onUndo } = props;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <nav
      aria-label={text.files}
      className="flex w-[196px] shrink-0 flex-col overflow-auto border-line border-r bg-raised py-1 max-desk:max-h-32 max-desk:w-full max-desk:border-r-0 max-desk:border-b"
    >
      <ul>
        {paths.map((path) => (
          <li
            key={path}
            className={joinClasses(
              "group flex h-7 items-center pr-1 pointer-coarse:h-8",
              path === selected ? "bg-accent-soft" : "hover:bg-hover",
            )}
          >
            <button
              type="button"
              aria-current={path === selected}
              onClick={() => onOpen(path)}
              className="flex h-full min-w-0 flex-1 items-center gap-1.5 pl-3 text-left outline-offset-[-2px]"
            >
              <span className="min-w-0 flex-1 truncate" title={path}>
                {path}
              </span>
              <FileMark path={path} state={state} />
            </button>
            {KEPT.has(path) ? null : (
              <IconButton
                label={text.remove(path)}
                icon={<Trash2 size={12} />}
                size="small"
                onPress={() => onRemove(path)}
                className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
              />
            )}
          </li>
        ))}
      </ul>
      {removed && !state.buffer.has(removed.path) ? (
        <p role="status" className="px-3 py-1 text-meta text-muted">
          {text.removed(removed.path)}{" "}
          <Button size="small" variant="quiet" onPress={onUndo}>
            {text.undo}
          </Button>
        </p>
      ) : null}
      <div className="px-1.5 pt-1">
        <Button
          size="small"
          variant="quiet"
          icon={<FilePlus2 aria-hidden size={13} />}
          onPress={() => setIsAdding(true)}
          className="text-muted"
        >
          {text.add}
        </Button>
      </div>
      {isAdding ? <AddFileDialog existing={state.buffer} onAdd={onAdd} onClose={() => setIsAdding(false)} /> : null}
    </nav>
  );
}

function FileMark({ path, state }: { path: string; state: DraftState }) {
  const found = state.issues.filter((issue) => issue.file === path);
  const errors = found.filter((issue) => issue.severity === "error").length;
  if (found.length > 0) {
    return (
      <span
        className={joinClasses("text-meta tabular-nums", errors > 0 ? "text-danger" : "text-warn")}
        title={text.findings(errors, found.length - errors)}
      >
        {found.length}
      </span>
    );
  }
  return null;
}

type AddFileDialogProps = { existing: FileTexts; onAdd: (path: string) => void; onClose: () => void };

function AddFileDialog({ existing, onAdd, onClose }: AddFileDialogProps) {
  const [path, setPath] = useState("");
  const [isTried, setIsTried] = useState(false);
  const fault = toPathFault(path.trim(), existing);
  const add = () => {
    setIsTried(true);
    if (fault !== null) return;
    onAdd(path.trim());
    onClose();
  };
  return (
    <Dialog
      title={text.add}
      isOpen
      size="small"
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{text.cancel}</Button>
          <Button variant="primary" onPress={add}>
            {text.addAction}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label={text.addPath}
          hint={text.addHint}
          value={path}
          onChange={setPath}
          isCode
          autoFocus
          error={isTried && fault !== null ? text.pathFault[fault] : null}
        />
      </form>
    </Dialog>
  );
}
