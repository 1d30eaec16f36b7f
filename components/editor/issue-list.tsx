import { CircleAlert, TriangleAlert } from "lucide-react";
import { editorText } from "#components/messages/en/editor";
import { Button } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import type { Issue } from "./draft-model";

const text = editorText.overview;

export type IssueListProps = { issues: readonly Issue[]; onGoTo?: (issue: Issue) => void };

/** Findings with their place; each goes to its line. */
export function IssueList({ issues, onGoTo }: IssueListProps) {
  return (
    <ul className="flex flex-col">
      {issues.map((issue) => (
        <li
          key={`${issue.file}.${issue.line}.${issue.column}.${issue.code}.${issue.message}`}
          className="flex items-start gap-2 border-line border-b py-1.5 last:border-b-0"
        >
          {issue.severity === "error" ? (
            <CircleAlert aria-label="error" role="img" size={14} className="mt-0.5 shrink-0 text-danger" />
          ) : (
            <TriangleAlert aria-label="warning" role="img" size={14} className="mt-0.5 shrink-0 text-warn" />
          )}
          <div className="min-w-0 flex-1">
            <p className="break-words">
              <ConcealedText text={issue.message} />
            </p>
            {issue.fix ? (
              <p className="break-words text-muted">
                <ConcealedText text={text.fix(issue.fix)} />
              </p>
            ) : null}
            <p className="text-meta text-muted">
              <code>{text.place(issue.file, issue.line, issue.column)}</code> <code>{issue.code}</code>
            </p>
          </div>
          {onGoTo ? (
            <Button size="small" variant="quiet" onPress={() => onGoTo(issue)}>
              {text.goThere}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
