"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "#components/api";
import { editorText } from "#components/messages/en/editor";
import { Button, LinkButton } from "#components/ui/button";
import type { CapabilityDetails, DraftState } from "./draft-model";
import type { DraftSession } from "./draft-session";

const text = editorText.banner;

export type DraftBannerProps = {
  details: CapabilityDetails;
  session: DraftSession;
  state: DraftState;
  onCompare: () => void;
  onReload: () => void;
};

/** What one is looking at, when it is not simply what is on disk. */
export function DraftBanner({ details, session, state, onCompare, onReload }: DraftBannerProps) {
  const api = useApi();
  const waiting = useQuery(api.review.list.queryOptions({ status: "waiting" }));
  const ofName = waiting.data?.filter((each) => each.name === details.name) ?? [];
  const submission = ofName.find(({ proposedInRun }) => proposedInRun === null);
  const proposal = ofName.find(({ proposedInRun }) => proposedInRun !== null);
  const hasMoved =
    state.revision === 0 && details.summary.digest !== null && details.summary.digest !== state.baseDigest;
  return (
    <>
      {submission ? (
        <Line
          action={
            <LinkButton size="small" href={`/review/${submission.id}`}>
              {text.openReview}
            </LinkButton>
          }
        >
          {text.waiting(submission.submittedBy)}
        </Line>
      ) : state.revision > 0 ? (
        <Line>{(details.summary.place === "draft" ? text.newDraft : text.draft)(state.revision)}</Line>
      ) : null}
      {proposal ? (
        <Line
          action={
            <LinkButton size="small" href={`/review/${proposal.id}`}>
              {text.openReview}
            </LinkButton>
          }
        >
          {text.proposed}
        </Line>
      ) : null}
      {state.revision > 0 && state.isBehind ? (
        <Line
          isWarning
          action={
            <Button size="small" onPress={onCompare}>
              {text.compare}
            </Button>
          }
        >
          {text.behind}
        </Line>
      ) : null}
      {hasMoved ? (
        <Line
          isWarning
          action={
            <Button size="small" onPress={onReload}>
              {text.reload}
            </Button>
          }
        >
          {text.moved}
        </Line>
      ) : null}
      {state.setAside ? (
        <Line
          action={
            <Button size="small" onPress={session.putMineBack}>
              {text.putBack}
            </Button>
          }
        >
          {text.restored}
        </Line>
      ) : null}
    </>
  );
}

type LineProps = { children: ReactNode; action?: ReactNode; isWarning?: boolean };

function Line({ children, action, isWarning = false }: LineProps) {
  return (
    <div
      role="status"
      className={`flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1 ${isWarning ? "bg-warn-soft" : "bg-raised"}`}
    >
      <p className="min-w-0">{children}</p>
      {action}
    </div>
  );
}
