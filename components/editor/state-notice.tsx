"use client";

import { editorText } from "#components/messages/en/editor";
import { Button, LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import type { CapabilityDetails, Issue } from "./draft-model";
import { IssueList } from "./issue-list";

const text = editorText.overview;

/** What keeps it from being used, what that means, and the way out. */
export function StateNotice({ details, onGoTo }: { details: CapabilityDetails; onGoTo: (issue: Issue) => void }) {
  const { summary, issues } = details;
  if (summary.place === "broken") {
    const first = issues.find((issue) => issue.severity === "error") ?? issues[0];
    return (
      <div className="flex flex-col gap-2">
        <ErrorPanel
          title={first ? `${text.place(first.file, first.line, first.column)} ${first.message}` : text.brokenTitle}
          meaning={text.brokenMeaning}
          next={first?.fix === undefined ? undefined : text.fix(first.fix)}
          code={first?.code}
          action={first ? <Button onPress={() => onGoTo(first)}>{text.mend}</Button> : null}
        />
        {issues.length > 1 ? <IssueList issues={issues} onGoTo={onGoTo} /> : null}
      </div>
    );
  }
  if (summary.place === "pending") {
    return (
      <ErrorPanel
        tone="warn"
        title={text.pendingTitle}
        meaning={text.pendingMeaning(summary.rootPath)}
        next={text.pendingNext}
        action={<LinkButton href="/settings#roots">{text.admit}</LinkButton>}
      />
    );
  }
  if (summary.place === "draft") return <NewNotice details={details} />;
  if (summary.disabled) {
    return (
      <ErrorPanel tone="warn" title={summary.disabled.reason} next={text.disabledBy(summary.disabled.enabledBy)} />
    );
  }
  if (summary.state !== "draft") return null;
  return (
    <ErrorPanel
      tone="warn"
      title={text.draftTitle}
      meaning={text.draftMeaning}
      next={text.draftNext}
      action={<LinkButton href={toReviewHref(summary)}>{text.toReview}</LinkButton>}
    />
  );
}

/** What is compiled from a skill is trusted with it. */
function toReviewHref({ name, composedFrom }: CapabilityDetails["summary"]): string {
  return `/review/disk:${encodeURIComponent(composedFrom ?? name)}`;
}

/** Of a name that only a draft has: what keeps it from being submitted, else the way on. */
function NewNotice({ details: { summary, contract } }: { details: CapabilityDetails }) {
  const { disabled } = summary;
  const next = disabled === null ? text.newNext : `${disabled.reason} ${text.disabledBy(disabled.enabledBy)}`;
  return (
    <ErrorPanel
      tone="warn"
      title={text.newTitle}
      meaning={text.newMeaning}
      next={contract === null ? text.newBroken : next}
      action={<LinkButton href="?tab=edit">{text.edit}</LinkButton>}
    />
  );
}
