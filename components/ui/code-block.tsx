"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { WrapText } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { ConcealedText } from "./concealed-text";
import { CopyButton } from "./copy-button";
import { IconButton } from "./icon-button";
import { joinClasses } from "./join-classes";
import { useUiText } from "./ui-text";

const LINE_PX = 18;
/** Past this, one line is shown in parts of this length, so that a 5 MB line costs no more than a page of lines. */
const LINE_CHARACTERS = 2_000;

export type CodeBlockProps = {
  text: string;
  /** Name of the block: a file, "Input", "Output". */
  label: string;
  /** Height in lines before it scrolls; left out, it fills its container. */
  maxLines?: number;
  className?: string;
};

type CodeRow = { number: number | null; text: string };

function toRows(text: string): CodeRow[] {
  const rows: CodeRow[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    for (let start = 0; start === 0 || start < line.length; start += LINE_CHARACTERS) {
      rows.push({ number: start === 0 ? index + 1 : null, text: line.slice(start, start + LINE_CHARACTERS) });
    }
  }
  return rows;
}

/** Inert text with line numbers, copy and wrap; concealed characters are drawn as boxed codes. Long texts are virtualised. */
export function CodeBlock({ text, label, maxLines, className }: CodeBlockProps) {
  const words = useUiText();
  const [isWrapped, setIsWrapped] = useState(false);
  const scroller = useRef<HTMLElement>(null);
  const rows = useMemo(() => toRows(text.endsWith("\n") ? text.slice(0, -1) : text), [text]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  const numbers = String(rows.at(-1)?.number ?? rows.length).length;
  const height = maxLines === undefined ? undefined : Math.min(rows.length, maxLines) * LINE_PX + 14;
  const lines = rows.filter((row) => row.number !== null).length;
  return (
    <figure className={joinClasses("flex min-h-0 min-w-0 flex-col rounded-md border border-line bg-bg", className)}>
      <figcaption className="flex h-7 shrink-0 items-center gap-1 border-line border-b pr-1 pl-2.5">
        <span className="min-w-0 flex-1 truncate text-meta text-muted">{label}</span>
        {lines > 20 ? <span className="text-meta text-muted">{words.lineCount(lines)}</span> : null}
        <IconButton
          size="small"
          label={isWrapped ? words.unwrapLines : words.wrapLines}
          icon={<WrapText size={13} />}
          isOn={isWrapped}
          onPress={() => {
            setIsWrapped(!isWrapped);
            virtualizer.measure();
          }}
        />
        <CopyButton text={text} />
      </figcaption>
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto py-1.5 outline-offset-[-2px]"
        style={height === undefined ? undefined : { maxHeight: height, height }}
      >
        <pre
          className={joinClasses("relative m-0 min-w-full", isWrapped ? "w-full" : "w-max")}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <span
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={joinClasses("absolute left-0 flex", isWrapped ? "w-full" : "min-w-full")}
                style={{ top: item.start }}
              >
                <span
                  aria-hidden
                  className="sticky left-0 shrink-0 select-none bg-bg pr-3 pl-2.5 text-right text-muted leading-[18px]"
                  style={{ width: `calc(${numbers}ch + 22px)` }}
                >
                  {row.number}
                </span>
                <code
                  className={joinClasses(
                    "pr-3 leading-[18px]",
                    isWrapped && "min-w-0 flex-1 whitespace-pre-wrap break-all",
                  )}
                >
                  <ConcealedText text={row.text} />
                </code>
              </span>
            );
          })}
        </pre>
      </section>
    </figure>
  );
}
