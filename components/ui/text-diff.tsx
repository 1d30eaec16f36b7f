"use client";

import { useMemo, useState } from "react";
import { Button } from "./button";
import { ConcealedText } from "./concealed-text";
import { joinClasses } from "./join-classes";
import {
  countChanges,
  type DiffRow,
  type DiffSection,
  diffLines,
  isMissingNewline,
  toDiffPieces,
  toSections,
} from "./line-diff";
import { useUiText } from "./ui-text";
import { useIsWide } from "./use-is-wide";

/** Rows drawn at once; the rest on demand, with its number. */
const ROWS_SHOWN = 1_500;

export type TextDiffProps = {
  label: string;
  /** null is a file that is not there. */
  before: string | null;
  after: string | null;
  /** What stands on the left and on the right. */
  beforeLabel: string;
  afterLabel: string;
};

/** Two texts side by side above 1,100 px and inline below; inert, concealed characters drawn as boxed codes. */
export function TextDiff({ label, before, after, beforeLabel, afterLabel }: TextDiffProps) {
  const words = useUiText();
  const isWide = useIsWide();
  const rows = useMemo(() => diffLines(before, after), [before, after]);
  const sections = useMemo(() => toSections(rows), [rows]);
  const changes = countChanges(rows);
  const isSplit = isWide && before !== null && after !== null;
  return (
    <figure className="flex min-w-0 flex-col rounded-md border border-line bg-bg">
      <figcaption className="flex min-h-7 flex-wrap items-center gap-x-3 border-line border-b px-2.5 py-0.5">
        <code className="min-w-0 flex-1 truncate">{label}</code>
        <span className="text-meta text-muted">
          {before === null ? words.fileAdded : after === null ? words.fileRemoved : `${beforeLabel} / ${afterLabel}`}
        </span>
        <span className="text-meta tabular-nums">
          <span className="text-trusted">+{changes.added}</span> <span className="text-danger">-{changes.removed}</span>
        </span>
      </figcaption>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto py-1 outline-offset-[-2px]"
      >
        {changes.added + changes.removed === 0 && !rows.some((row) => row.kind === "changed") ? (
          <p className="px-2.5 py-1 text-muted">{words.noDifference}</p>
        ) : (
          sections.map((section) => (
            <Section
              key={`${section.rows[0]?.oldNumber}.${section.rows[0]?.newNumber}`}
              section={section}
              isSplit={isSplit}
            />
          ))
        )}
      </section>
    </figure>
  );
}

function Section({ section, isSplit }: { section: DiffSection; isSplit: boolean }) {
  const words = useUiText();
  const [isOpen, setIsOpen] = useState(section.kind === "rows");
  const [isWhole, setIsWhole] = useState(false);
  if (!isOpen) {
    return (
      <div className="border-line border-y bg-raised px-1">
        <Button size="small" variant="quiet" onPress={() => setIsOpen(true)} className="text-muted">
          {words.unchangedLines(section.rows.length)}
        </Button>
      </div>
    );
  }
  const shown = isWhole ? section.rows : section.rows.slice(0, ROWS_SHOWN);
  return (
    <>
      {shown.map((row) => (
        <Row key={`${row.oldNumber}.${row.newNumber}`} row={row} isSplit={isSplit} />
      ))}
      {shown.length < section.rows.length ? (
        <div className="px-1">
          <Button size="small" variant="quiet" onPress={() => setIsWhole(true)}>
            {words.moreLines(section.rows.length - shown.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Row({ row, isSplit }: { row: DiffRow; isSplit: boolean }) {
  if (row.kind === "same") {
    const line = { kind: "same", text: row.text, other: null } as const;
    return isSplit ? (
      <div className="grid grid-cols-2">
        <Line {...line} number={row.oldNumber} />
        <Line {...line} number={row.newNumber} />
      </div>
    ) : (
      <Line {...line} number={row.newNumber} />
    );
  }
  const before =
    row.before === null ? null : <Line kind="removed" text={row.before} other={row.after} number={row.oldNumber} />;
  const after =
    row.after === null ? null : <Line kind="added" text={row.after} other={row.before} number={row.newNumber} />;
  return isSplit ? (
    <div className="grid grid-cols-2">
      {before ?? <span className="hatched" />}
      {after ?? <span className="hatched" />}
    </div>
  ) : (
    <>
      {before}
      {after}
    </>
  );
}

const signs = { same: " ", removed: "-", added: "+" };
const tones = { same: "", removed: "bg-danger-soft", added: "bg-trusted-soft" };
const lit = { same: "", removed: "bg-danger-line", added: "bg-lit" };

type LineProps = { kind: "same" | "removed" | "added"; text: string; other: string | null; number: number | null };

function Line({ kind, text, other, number }: LineProps) {
  const words = useUiText();
  if (isMissingNewline(text)) {
    return <span className={joinClasses("block pl-14 text-meta text-muted", tones[kind])}>{words.noNewline}</span>;
  }
  let position = 0;
  return (
    <span className={joinClasses("flex min-w-0 leading-[18px]", tones[kind])}>
      <span aria-hidden className="w-9 shrink-0 select-none pr-2 text-right text-meta text-muted leading-[18px]">
        {number}
      </span>
      <span className="w-4 shrink-0 select-none text-muted">{signs[kind]}</span>
      <code className="min-w-0 flex-1 whitespace-pre-wrap break-all pr-2 leading-[18px]">
        {toDiffPieces(text, other).map((piece) => {
          const key = position;
          position += piece.text.length;
          return (
            <span key={key} className={piece.isChanged ? lit[kind] : undefined}>
              <ConcealedText text={piece.text} />
            </span>
          );
        })}
      </code>
    </span>
  );
}
