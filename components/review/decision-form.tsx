"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { type ApiOutputs, findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { reviewText } from "#components/messages/en/review";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { TextField } from "#components/ui/text-field";

const text = reviewText.decide;

export type DecisionFormProps = { submission: ApiOutputs["review"]["get"] };

/**
 * Approve, ask for changes or reject, with a note; a decision made meanwhile elsewhere says so. Nobody reads on at the other
 * end of a model's proposal, so there is nobody to ask for changes.
 */
export function DecisionForm({ submission: { id, targetFolder, proposedInRun } }: DecisionFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [note, setNote] = useState("");
  const [isNoteNeeded, setIsNoteNeeded] = useState(false);
  const approve = useMutation(api.review.approve.mutationOptions());
  const reject = useMutation(api.review.reject.mutationOptions());
  const problem = findProblem(approve.error ?? reject.error);
  const isBusy = approve.isPending || reject.isPending;
  return (
    <section
      aria-label={text.title}
      className="flex max-h-[60%] shrink-0 flex-col gap-2 overflow-auto border-line border-t bg-raised px-3 py-2.5"
    >
      {problem ? (
        <ErrorPanel
          {...toProblemText(problem, text.failed)}
          action={
            problem.code === "conflict" ? (
              <Button onPress={() => queries.invalidateQueries()}>{text.reload}</Button>
            ) : null
          }
        />
      ) : null}
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <TextField
          label={text.note}
          hint={proposedInRun === null ? text.noteHint : text.reasonHint}
          value={note}
          onChange={(value) => {
            setNote(value);
            setIsNoteNeeded(false);
          }}
          rows={2}
          error={isNoteNeeded ? text.noteNeeded : null}
          className="min-w-0 flex-1 basis-72"
        />
        <div className="flex flex-wrap gap-2 phone:pb-6">
          <Button
            variant="danger"
            isDisabled={isBusy}
            isPending={reject.isPending && reject.variables.askForChanges !== true}
            onPress={() => reject.mutate({ id, note })}
          >
            {text.reject}
          </Button>
          {proposedInRun === null ? (
            <Button
              isDisabled={isBusy}
              onPress={() => {
                if (note.trim() === "") setIsNoteNeeded(true);
                else reject.mutate({ id, note, askForChanges: true });
              }}
            >
              {text.ask}
            </Button>
          ) : null}
          <Button
            variant="primary"
            icon={<Check aria-hidden size={14} />}
            isDisabled={reject.isPending}
            isPending={approve.isPending}
            onPress={() => approve.mutate({ id, note })}
          >
            {text.approve}
          </Button>
        </div>
      </div>
      <p className="break-words text-meta text-muted">{text.approveMeaning(targetFolder)}</p>
    </section>
  );
}
