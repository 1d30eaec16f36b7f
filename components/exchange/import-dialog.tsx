"use client";

import { findProblem } from "#components/api";
import { exchangeText } from "#components/messages/en/exchange";
import { toProblemText } from "#components/messages/en/problem";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { CHOSEN_MAX } from "./import-model";
import { ImportResult } from "./import-result";
import { ImportReview } from "./import-review";
import { ImportSource } from "./import-source";
import { type ImportState, useImport } from "./use-import";

const text = exchangeText.import;

/** Files or a text, then what would come of them, then the drafts that were made: three steps in one dialog. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const state = useImport();
  const { preview, create } = state;
  const problem = findProblem(create.error ?? preview.error);
  const isReview = preview.data !== undefined && create.data === undefined && !preview.isPending;
  return (
    <Dialog
      title={text.title}
      description={text.meaning}
      size="large"
      isOpen
      onOpenChange={onClose}
      actions={<Actions state={state} isReview={isReview} onClose={onClose} />}
    >
      {create.data ? (
        <ImportResult result={create.data} />
      ) : isReview ? (
        <ImportReview state={state} preview={preview.data} />
      ) : (
        <ImportSource state={state} />
      )}
      {problem ? <ErrorPanel {...toProblemText(problem, text.failed)} className="mt-3" /> : null}
    </Dialog>
  );
}

type ActionsProps = { state: ImportState; isReview: boolean; onClose: () => void };

function Actions({ state, isReview, onClose }: ActionsProps) {
  const { create, chosen, preview } = state;
  if (create.data) {
    return (
      <>
        <Button onPress={state.startOver}>{text.more}</Button>
        <Button variant="primary" onPress={onClose}>
          {text.close}
        </Button>
      </>
    );
  }
  const isTooMany = chosen.length > CHOSEN_MAX;
  return (
    <>
      {isReview && isTooMany ? <p className="self-center text-meta text-warn">{text.tooMany(CHOSEN_MAX)}</p> : null}
      {isReview ? <Button onPress={state.startOver}>{text.otherSource}</Button> : null}
      <Button onPress={onClose}>{text.cancel}</Button>
      {isReview ? (
        <Button
          variant="primary"
          isDisabled={chosen.length === 0 || isTooMany || preview.data?.root === null}
          isPending={create.isPending}
          onPress={state.make}
        >
          {create.isPending ? text.creating(chosen.length) : text.create(chosen.length)}
        </Button>
      ) : null}
    </>
  );
}
