"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, FileDiff, SendHorizontal, Trash2, TriangleAlert, Type } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { editorText } from "#components/messages/en/editor";
import { toProblemText } from "#components/messages/en/problem";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { IconButton } from "#components/ui/icon-button";
import { RelativeTime } from "#components/ui/time";
import { type CapabilityDetails, type DraftState, type FileTexts, isDirty, toChanges } from "./draft-model";
import type { DraftSession } from "./draft-session";
import { SubmitDialog } from "./submit-dialog";

const text = editorText.edit;

export type DraftBarProps = {
  details: CapabilityDetails;
  session: DraftSession;
  state: DraftState;
  isDiff: boolean;
  isPlain: boolean;
  onDiff: (isOn: boolean) => void;
  onPlain: (isOn: boolean) => void;
  onReload: () => void;
};

/** Findings, whether everything is saved, and the acts on the draft. */
export function DraftBar(props: DraftBarProps) {
  const { details, session, state, isDiff, isPlain, onDiff, onPlain, onReload } = props;
  const router = useRouter();
  const [asking, setAsking] = useState<"submit" | "discard" | null>(null);
  const fault = toSubmitFault(details, state);
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1">
      <Findings state={state} />
      <SaveMark session={session} state={state} />
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <IconButton label={text.plain} icon={<Type size={14} />} isOn={isPlain} onPress={() => onPlain(!isPlain)} />
        <IconButton
          label={isDiff ? text.diffOff : text.diff}
          icon={<FileDiff size={14} />}
          isOn={isDiff}
          onPress={() => onDiff(!isDiff)}
        />
        {state.revision > 0 ? (
          <IconButton label={text.discard} icon={<Trash2 size={14} />} onPress={() => setAsking("discard")} />
        ) : null}
        {fault === null ? (
          <Button
            variant="primary"
            icon={<SendHorizontal aria-hidden size={13} />}
            onPress={() => void session.saveNow().then(() => setAsking("submit"))}
          >
            {text.submit}
          </Button>
        ) : (
          <>
            <span className="text-meta text-muted">{fault}</span>
            <Button isDisabled>{text.submit}</Button>
          </>
        )}
      </div>
      {asking === "submit" ? <SubmitDialog name={details.name} onClose={() => setAsking(null)} /> : null}
      {asking === "discard" ? (
        <DiscardDialog
          details={details}
          buffer={state.buffer}
          onClose={() => setAsking(null)}
          onDiscarded={() => {
            session.stop();
            // With its draft, a name that nothing on disk has is gone.
            if (details.summary.place === "draft") router.push("/capabilities");
            else onReload();
          }}
        />
      ) : null}
    </div>
  );
}

/** Why the draft cannot be submitted now; null when it can. */
function toSubmitFault(details: CapabilityDetails, state: DraftState): string | null {
  const errors = state.issues.filter((issue) => issue.severity === "error").length;
  if (errors > 0) return text.submitErrors(errors);
  if (state.save.kind === "conflict" || state.save.kind === "gone") return text.submitUnsaved;
  const onDisk: FileTexts = new Map(details.files.map((file) => [file.path, file.text]));
  const hasChange = toChanges(onDisk, state.buffer).length > 0;
  return hasChange && (state.revision > 0 || isDirty(state)) ? null : text.submitNothing;
}

function Findings({ state }: { state: DraftState }) {
  const errors = state.issues.filter((issue) => issue.severity === "error").length;
  const warnings = state.issues.length - errors;
  if (errors + warnings === 0) {
    return (
      <span className="flex items-center gap-1.5 text-muted">
        <CircleCheck aria-hidden size={13} className="text-trusted" />
        {text.noFindings}
      </span>
    );
  }
  const Icon = errors > 0 ? CircleAlert : TriangleAlert;
  return (
    <span className={`flex items-center gap-1.5 ${errors > 0 ? "text-danger" : "text-warn"}`}>
      <Icon aria-hidden size={13} />
      {text.findings(errors, warnings)}
    </span>
  );
}

/** Where saving stands, in words; a refusal with its reason. */
function SaveMark({ session, state }: { session: DraftSession; state: DraftState }) {
  const words = editorText.save;
  if (state.save.kind === "failed") {
    const problem = toProblemText(state.save.problem, words.failedMeaning);
    return (
      <span role="status" className="flex min-w-0 items-center gap-2 text-danger" title={words.failedMeaning}>
        <span className="min-w-0 truncate">
          {words.failed}: {problem.title}
        </span>
        <Button size="small" onPress={() => void session.saveNow()}>
          {words.retry}
        </Button>
      </span>
    );
  }
  return (
    <span role="status" data-status={state.save.kind} className="flex items-center gap-1 text-meta text-muted">
      {state.save.kind === "clean" && state.savedAt !== null ? (
        <>
          {words.saved} <RelativeTime at={state.savedAt} />
          <span title={state.digest ?? undefined} className="pl-1.5">
            {words.revision(state.revision, state.updatedBy ?? "")}
          </span>
        </>
      ) : (
        words[state.save.kind]
      )}
    </span>
  );
}

type DiscardDialogProps = {
  details: CapabilityDetails;
  buffer: FileTexts;
  onClose: () => void;
  onDiscarded: () => void;
};

function DiscardDialog({ details, buffer, onClose, onDiscarded }: DiscardDialogProps) {
  const api = useApi();
  const words = editorText.discardDialog;
  const discard = useMutation(api.draft.discard.mutationOptions({ onSuccess: onDiscarded }));
  const problem = findProblem(discard.error);
  const onDisk: FileTexts = new Map(details.files.map((file) => [file.path, file.text]));
  const meaning = details.summary.place === "draft" ? words.meaningNew : words.meaning;
  const paths = toChanges(onDisk, buffer).map((change) => change.path);
  return (
    <Dialog
      title={words.title}
      role="alertdialog"
      size="small"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button variant="danger" isPending={discard.isPending} onPress={() => discard.mutate({ name: details.name })}>
            {words.action}
          </Button>
        </>
      }
    >
      <p className="break-words">{paths.length === 0 ? words.meaningNone : meaning(paths.join(", "))}</p>
      {problem ? <ErrorPanel className="mt-3" {...toProblemText(problem, words.failed)} /> : null}
    </Dialog>
  );
}
