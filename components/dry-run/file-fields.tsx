"use client";

import { FileText, Upload, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { dryRunText } from "#components/messages/en/dry-run";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatBytes, formatCount } from "#components/ui/format";
import { IconButton } from "#components/ui/icon-button";
import { joinClasses } from "#components/ui/join-classes";
import type { Attachment } from "./input-model";
import { type ReadFile, readTextFile } from "./read-text-file";

const text = dryRunText.files;

export type FileFieldsProps = {
  fields: readonly string[];
  attachments: readonly Attachment[];
  onChange: (attachments: readonly Attachment[]) => void;
};

type Refusal = { field: string; fileName: string; reason: Exclude<ReadFile, { kind: "ok" }> };

/** One drop or choose control for each text field; a file's text stands for the field and is never rendered. */
export function FileFields({ fields, attachments, onChange }: FileFieldsProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  if (fields.length === 0) return null;
  const read = async (field: string, file: File | undefined) => {
    if (file === undefined) return;
    setReading(field);
    const result = await readTextFile(file, field);
    setReading(null);
    setRefusal(result.kind === "ok" ? null : { field, fileName: file.name, reason: result });
    if (result.kind === "ok") onChange([...attachments.filter((each) => each.path !== field), result.attachment]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-meta text-muted" title={text.hint}>
        {text.title}. {text.hint}
      </legend>
      <div className="flex max-h-44 flex-wrap gap-1.5 overflow-auto">
        {fields.map((field) => {
          const attachment = attachments.find((each) => each.path === field);
          return attachment ? (
            <AttachmentChip
              key={field}
              attachment={attachment}
              onRemove={() => onChange(attachments.filter((each) => each !== attachment))}
            />
          ) : (
            <FileDrop
              key={field}
              field={field}
              isReading={reading === field}
              onFile={(file) => void read(field, file)}
            />
          );
        })}
      </div>
      {refusal ? <RefusalPanel refusal={refusal} /> : null}
    </fieldset>
  );
}

function RefusalPanel({ refusal: { fileName, reason } }: { refusal: Refusal }) {
  return reason.kind === "too_large" ? (
    <ErrorPanel
      title={text.tooLarge(fileName, formatBytes(reason.bytes))}
      meaning={text.tooLargeMeaning}
      next={text.tooLargeNext}
    />
  ) : (
    <ErrorPanel title={text.notText(fileName)} meaning={text.notTextMeaning} next={text.notTextNext} />
  );
}

type FileDropProps = { field: string; isReading: boolean; onFile: (file: File | undefined) => void };

function FileDrop({ field, isReading, onFile }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent, isOn: boolean) => {
    event.preventDefault();
    setIsOver(isOn);
  };
  return (
    <label
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        onFile(event.dataTransfer.files[0]);
      }}
      className={joinClasses(
        "flex h-7 max-w-full cursor-pointer items-center gap-1.5 rounded-md border border-dashed px-2 has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-8",
        isOver ? "border-accent bg-accent-soft" : "border-control hover:bg-hover",
      )}
    >
      <Upload aria-hidden size={13} className="shrink-0 text-muted" />
      <span className="min-w-0 truncate">{isReading ? text.reading : <code>{field}</code>}</span>
      <input
        type="file"
        aria-label={text.choose(field)}
        className="sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // The same file can be chosen again after it changed.
          event.target.value = "";
        }}
      />
    </label>
  );
}

function AttachmentChip({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const { fileName, bytes, lines, path } = attachment;
  return (
    <span className="flex h-7 max-w-full items-center gap-1.5 rounded-md border border-accent bg-accent-soft pl-2 pointer-coarse:h-8">
      <FileText aria-hidden size={13} className="shrink-0 text-accent-text" />
      <span className="min-w-0 truncate">
        <code>{path}</code>: {text.chip(fileName, formatBytes(bytes), formatCount(lines))}
      </span>
      <IconButton label={text.remove(fileName)} icon={<X size={13} />} size="small" onPress={onRemove} />
    </span>
  );
}
