"use client";

import type { KeyboardEvent } from "react";
import type { Issue } from "./draft-model";
import { IssueList } from "./issue-list";
import { useLineFocus } from "./use-line-focus";

export type PlainEditorProps = {
  path: string;
  text: string;
  label: string;
  issues: readonly Issue[];
  line: number | null;
  onChange: (path: string, text: string) => void;
  onSave: () => void;
  onRun: () => void;
};

/** The text in a plain field, its findings below. Uncontrolled: an input method composes undisturbed. */
export function PlainEditor({ path, text, label, issues, line, onChange, onSave, onRun }: PlainEditorProps) {
  const field = useLineFocus(line);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    if (event.key === "s") {
      event.preventDefault();
      onSave();
    } else if (event.key === "Enter") {
      event.preventDefault();
      onRun();
    }
  };
  const found = issues.filter((issue) => issue.file === path);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <textarea
        ref={field}
        aria-label={label}
        defaultValue={text}
        spellCheck={false}
        onChange={(event) => onChange(path, event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-40 w-full flex-1 resize-none bg-bg px-3 py-2 font-mono text-code text-fg leading-[19px] outline-offset-[-2px]"
      />
      {found.length > 0 ? (
        <div className="max-h-40 shrink-0 overflow-auto border-line border-t px-3">
          <IssueList issues={found} />
        </div>
      ) : null}
    </div>
  );
}
