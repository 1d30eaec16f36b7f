"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { editorText } from "#components/messages/en/editor";
import { toProblemText } from "#components/messages/en/problem";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { TextField } from "#components/ui/text-field";

const text = editorText.submitDialog;

export type SubmitDialogProps = { name: string; onClose: () => void };

/** Freezes the draft and puts it before a reviewer; goes to its review. */
export function SubmitDialog({ name, onClose }: SubmitDialogProps) {
  const api = useApi();
  const router = useRouter();
  const [note, setNote] = useState("");
  const submit = useMutation(
    api.review.submit.mutationOptions({ onSuccess: (submission) => router.push(`/review/${submission.id}`) }),
  );
  const problem = findProblem(submit.error);
  return (
    <Dialog
      title={text.title}
      description={text.meaning}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            isPending={submit.isPending || submit.isSuccess}
            onPress={() => submit.mutate({ name, note })}
          >
            {text.action}
          </Button>
        </>
      }
    >
      <TextField label={text.note} hint={text.noteHint} value={note} onChange={setNote} rows={4} autoFocus />
      {problem ? <ErrorPanel className="mt-3" {...toProblemText(problem, text.failed)} /> : null}
    </Dialog>
  );
}
