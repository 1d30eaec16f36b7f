import type { ApiOutputs } from "#components/api";
import { IssueList } from "#components/editor/issue-list";
import { reviewText } from "#components/messages/en/review";
import { CopyButton } from "#components/ui/copy-button";
import { formatDigest } from "#components/ui/format";
import { TextDiff } from "#components/ui/text-diff";

const text = reviewText.submission;

export type VersionDiffProps = {
  version: ApiOutputs["review"]["getOnDisk"];
  /** What stands on the right of every diff. */
  afterLabel: string;
};

/** Everything a person must have seen before trusting bytes: every line that differs, and what the parser says of them. */
export function VersionDiff({ version, afterLabel }: VersionDiffProps) {
  const { diff, issues, comparedWith } = version;
  return (
    <div className="flex min-w-0 flex-col gap-4 px-3 py-3">
      <section>
        <h2 className="mb-1 font-semibold">{text.findings}</h2>
        {issues.length === 0 ? <p className="text-muted">{text.noFindings}</p> : <IssueList issues={issues} />}
      </section>
      <section className="flex min-w-0 flex-col gap-2">
        <header>
          <h2 className="font-semibold">{diff.length === 0 ? text.noDiff : text.files(diff.length)}</h2>
          <p className="flex items-center gap-1 text-muted">
            {comparedWith === null
              ? text.comparedNone
              : text.compared(comparedWith.label, formatDigest(comparedWith.digest))}
            {comparedWith ? <CopyButton text={comparedWith.digest} label={text.copyDigest} /> : null}
          </p>
        </header>
        {diff.map((file) =>
          file.isBinary ? (
            <div key={file.path} className="rounded-md border border-line px-2.5 py-1.5">
              <code>{file.path}</code>
              <p className="text-muted">{text.binary}</p>
            </div>
          ) : (
            <TextDiff
              key={file.path}
              label={file.path}
              before={file.before}
              after={file.after}
              beforeLabel={text.before}
              afterLabel={afterLabel}
            />
          ),
        )}
      </section>
    </div>
  );
}
