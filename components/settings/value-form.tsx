"use client";

import { type ReactNode, useState } from "react";
import { findProblem } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { settingsText } from "#components/messages/en/settings";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { TextField } from "#components/ui/text-field";

export type ValueFormProps = {
  label: string;
  hint: string;
  /** The value in effect, as text. */
  value: string;
  source: ReactNode;
  rows?: number;
  onSave: (value: string) => void;
  save: { isPending: boolean; error: unknown };
};

/** One value with its source; Save and Undo show only when the text differs from what is in effect. */
export function ValueForm({ label, hint, value, source, rows = 1, onSave, save }: ValueFormProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const problem = findProblem(save.error);
  const isChanged = edited !== null && edited !== value;
  return (
    <div className="flex w-full flex-col gap-2">
      <TextField
        label={label}
        hint={hint}
        value={edited ?? value}
        onChange={setEdited}
        rows={rows}
        isCode
        className="flex-1"
      />
      <div className="flex items-center gap-2">
        {source}
        {isChanged ? (
          <>
            <Button size="small" variant="primary" isPending={save.isPending} onPress={() => onSave(edited)}>
              {settingsText.save}
            </Button>
            <Button size="small" onPress={() => setEdited(null)}>
              {settingsText.undo}
            </Button>
          </>
        ) : null}
      </div>
      {problem ? <ErrorPanel {...toProblemText(problem, settingsText.notSaved)} /> : null}
    </div>
  );
}
