"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { settingsText } from "#components/messages/en/settings";
import { stateWords, typeWords } from "#components/messages/en/words";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { SkeletonRows } from "#components/ui/skeleton";
import { StateMark } from "#components/ui/state-mark";
import { TypeIcon } from "#components/ui/type-icon";
import type { EffectiveSettings } from "./section";

const text = settingsText.roots;

export type AdmitDialogProps = { root: EffectiveSettings["roots"][number]; onClose: () => void };

/** Shows path and contents of a root; a pending one can be admitted here, and only after its contents were shown. */
export function AdmitDialog({ root, onClose }: AdmitDialogProps) {
  const api = useApi();
  const preview = useQuery(api.settings.previewRoot.queryOptions({ path: root.path }));
  const admit = useMutation(api.settings.admitRoot.mutationOptions({ onSuccess: onClose }));
  const isPending = root.admission === "pending";
  const problem = findProblem(preview.error ?? admit.error);
  const entries = preview.data?.entries ?? [];
  return (
    <Dialog
      title={isPending ? text.admitTitle : text.lookTitle}
      description={<code className="break-all">{root.path}</code>}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{isPending ? text.cancel : text.close}</Button>
          {isPending ? (
            <Button
              variant="primary"
              isDisabled={preview.data === undefined}
              isPending={admit.isPending}
              onPress={() => admit.mutate({ path: root.path })}
            >
              {entries.length === 0 ? text.admitEmpty : text.admitAction(entries.length)}
            </Button>
          ) : null}
        </>
      }
    >
      {isPending ? <p className="mb-3">{text.admitMeaning}</p> : null}
      {problem ? <ErrorPanel {...toProblemText(problem, text.previewFailed)} className="mb-3" /> : null}
      {preview.isPending ? <SkeletonRows rows={5} label={text.loading} /> : null}
      {preview.data && entries.length === 0 ? <p className="text-muted">{text.contentsNone}</p> : null}
      {entries.length > 0 ? (
        <ul aria-label={text.contents} className="border-line border-t">
          {entries.map((entry) => (
            <li key={entry.folder} className="border-line border-b py-1.5">
              <div className="flex items-center gap-2">
                {entry.type ? <TypeIcon kind={entry.type} label={typeWords[entry.type]} /> : null}
                <span className="min-w-0 flex-1 truncate font-medium">{entry.name}</span>
                <StateMark state={entry.state} label={stateWords[entry.state]} />
              </div>
              <p className="break-words text-muted">{entry.firstIssue ?? entry.description}</p>
            </li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}
