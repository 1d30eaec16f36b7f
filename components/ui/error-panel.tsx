"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import { joinClasses } from "./join-classes";
import { useUiText } from "./ui-text";

export type ErrorPanelProps = {
  /** What happened: one plain sentence. */
  title: string;
  /** What it means for the work at hand. */
  meaning?: string | undefined;
  /** What to do next. */
  next?: string | undefined;
  /** The button that does it. */
  action?: ReactNode;
  /** The stable code, shown in mono and copied together with the sentences. */
  code?: string | undefined;
  /** A command to type, copyable. */
  command?: string | undefined;
  tone?: "danger" | "warn";
  className?: string;
};

/** An error in its place: what happened, what it means, what to do. */
export function ErrorPanel({
  title,
  meaning,
  next,
  action,
  code,
  command,
  tone = "danger",
  className,
}: ErrorPanelProps) {
  const text = useUiText();
  const Icon = tone === "danger" ? CircleAlert : TriangleAlert;
  return (
    <div
      role="alert"
      className={joinClasses(
        "appear flex gap-2.5 rounded-md border px-3 py-2.5 text-fg",
        tone === "danger" ? "border-danger-line bg-danger-soft" : "border-warn-line bg-warn-soft",
        className,
      )}
    >
      <Icon
        aria-hidden
        size={15}
        className={joinClasses("mt-0.5 shrink-0", tone === "danger" ? "text-danger" : "text-warn")}
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="max-w-full break-words font-medium">{title}</p>
        {meaning ? <p className="max-w-full break-words">{meaning}</p> : null}
        {next ? <p className="max-w-full break-words">{next}</p> : null}
        {command ? (
          <span className="flex max-w-full items-center gap-1 rounded-sm border border-line bg-bg pl-2">
            <code className="overflow-x-auto whitespace-pre py-1">{command}</code>
            <CopyButton text={command} />
          </span>
        ) : null}
        {action ? <div className="mt-1 flex flex-wrap gap-2">{action}</div> : null}
      </div>
      {code ? (
        <div className="flex shrink-0 items-start gap-1">
          <code title={text.errorCode} className="leading-6">
            {code}
          </code>
          <CopyButton text={[code, title, meaning, next].filter(Boolean).join("\n")} />
        </div>
      ) : null}
    </div>
  );
}
