"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { settingsText } from "#components/messages/en/settings";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { TextField } from "#components/ui/text-field";

const text = settingsText.roots;

export function AddRootDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [path, setPath] = useState("");
  const add = useMutation(api.settings.addRoot.mutationOptions({ onSuccess: onClose }));
  const problem = findProblem(add.error);
  return (
    <Dialog
      title={text.add}
      description={text.addHint}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            isDisabled={path.trim() === ""}
            isPending={add.isPending}
            onPress={() => add.mutate({ path: path.trim() })}
          >
            {text.addAction}
          </Button>
        </>
      }
    >
      <TextField
        label={text.addPath}
        hint={settingsText.project.pathHint}
        value={path}
        onChange={setPath}
        isCode
        autoFocus
      />
      {problem ? <ErrorPanel {...toProblemText(problem, settingsText.notSaved)} className="mt-3" /> : null}
    </Dialog>
  );
}
