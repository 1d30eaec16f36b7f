"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import Link from "next/link";
import { useRef } from "react";
import { runsText } from "#components/messages/en/runs";
import { Chip } from "#components/ui/chip";
import { ConcealedText } from "#components/ui/concealed-text";
import { formatBytes, formatDuration } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import type { ExecutionLine, ExecutionView } from "./execution-model";

const text = runsText.execution;
const LINE_PX = 24;
/** Longer lines are cut on screen, and say so; the whole is in the event. */
const SHOWN_CHARACTERS = 2_000;

export type ExecutionLinesProps = { view: ExecutionView };

/** Frames both ways, log lines, denials, model calls and steps in the order they happened. */
export function ExecutionLines({ view }: ExecutionLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: view.lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={text.lines}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 min-h-16 overflow-auto rounded-md border border-line outline-offset-[-2px]"
    >
      {view.lines.length === 0 ? (
        <p className="px-3 py-2 text-muted">{text.waiting}</p>
      ) : (
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const line = view.lines[item.index];
            return line === undefined ? null : (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 flex min-h-6 items-start gap-2 border-line border-b px-2 py-0.5"
                style={{ top: item.start }}
              >
                <span className="w-14 shrink-0 text-right text-meta text-muted tabular-nums">
                  {view.startedAt === null ? "" : formatDuration(Math.max(0, line.ts - view.startedAt))}
                </span>
                <Line line={line} />
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

const LOG_TONES = { info: "neutral", warn: "warn", error: "danger" } as const;

function Line({ line }: { line: ExecutionLine }) {
  switch (line.kind) {
    case "frame": {
      const isToCode = line.frame?.direction === "to_code";
      return (
        <>
          <Chip>{isToCode ? text.toCode : text.toHost}</Chip>
          <Mono value={line.frame ? JSON.stringify(line.frame.frame) : ""} />
          <span className="shrink-0 text-meta text-muted">
            {formatBytes(line.frame?.bytes ?? line.event.blob_size ?? 0)}
          </span>
        </>
      );
    }
    case "log":
      return (
        <>
          <Chip tone={LOG_TONES[line.level ?? "info"]}>{line.level ? text.logLevels[line.level] : text.log}</Chip>
          <Mono value={line.line} isWrapped />
        </>
      );
    case "denied":
      return (
        <>
          <Chip tone="danger">{text.denied}</Chip>
          <Mono value={line.tried} isWrapped />
        </>
      );
    case "model":
      return (
        <>
          <Chip tone={line.result?.ok === false ? "warn" : "accent"}>{text.model}</Chip>
          <span className="min-w-0 flex-1 truncate">
            {[line.request?.stepId, line.request?.model, line.result?.problem?.message].filter(Boolean).join(", ")}
          </span>
          <span className="shrink-0 text-meta text-muted">
            {line.result ? formatDuration(line.result.durationMs) : null}
          </span>
        </>
      );
    case "step":
      return (
        <>
          <Chip tone={line.step.state === "failed" ? "danger" : "neutral"}>{text.step}</Chip>
          <span className="min-w-0 flex-1 truncate">
            {line.step.stepId} {text.stepStates[line.step.state]}
          </span>
          {line.step.executionId ? (
            <Link href={`/executions/${line.step.executionId}`} className="shrink-0 text-accent-text underline">
              <code>{line.step.executionId}</code>
            </Link>
          ) : null}
        </>
      );
  }
}

function Mono({ value, isWrapped = false }: { value: string; isWrapped?: boolean }) {
  const shown = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)} ` : value;
  return (
    <code className={joinClasses("min-w-0 flex-1", isWrapped ? "whitespace-pre-wrap break-all" : "truncate")}>
      <ConcealedText text={shown} />
      {value.length > SHOWN_CHARACTERS ? (
        <span className="text-muted">{text.cut(SHOWN_CHARACTERS, value.length)}</span>
      ) : null}
    </code>
  );
}
