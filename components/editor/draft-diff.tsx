import { editorText } from "#components/messages/en/editor";
import { stateWords } from "#components/messages/en/words";
import { TextDiff } from "#components/ui/text-diff";
import { type CapabilityDetails, type FileTexts, toChanges, toFileOrder } from "./draft-model";

const text = editorText.edit;

export type DraftDiffProps = { details: CapabilityDetails; buffer: FileTexts };

/** The draft against the bytes on disk, file by file. */
export function DraftDiff({ details, buffer }: DraftDiffProps) {
  const onDisk: FileTexts = new Map(details.files.map((file) => [file.path, file.text]));
  const isNew = details.summary.place === "draft";
  const changed = toFileOrder(toChanges(onDisk, buffer).map((change) => change.path));
  return (
    <section aria-label={text.diffLabel} className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-3">
      {changed.length === 0 ? <p className="text-muted">{text.nothingChanged}</p> : null}
      {changed.map((path) => (
        <TextDiff
          key={path}
          label={path}
          before={onDisk.get(path) ?? null}
          after={buffer.get(path) ?? null}
          beforeLabel={isNew ? text.notOnDisk : text.onDisk(stateWords[details.summary.state])}
          afterLabel={text.yours}
        />
      ))}
    </section>
  );
}
