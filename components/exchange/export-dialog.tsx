"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { type ApiOutputs, findProblem, useApi, useApiClient } from "#components/api";
import { exchangeText } from "#components/messages/en/exchange";
import { toProblemText } from "#components/messages/en/problem";
import { Button } from "#components/ui/button";
import { CodeBlock } from "#components/ui/code-block";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { Select } from "#components/ui/select";
import { SkeletonRows } from "#components/ui/skeleton";

const text = exchangeText.export;
const NAMES_MAX = 5_000;
const FORMATS = ["mcp", "openai", "openai_responses", "anthropic", "ai_sdk", "skill"] as const;
type Format = (typeof FORMATS)[number];
type Report = ApiOutputs["exchange"]["export"];

export type ExportDialogProps = { names: readonly string[]; firstFormat?: Format; onClose: () => void };

/** The capabilities in a format that is chosen here, to copy or to keep as a file, with what did not fit in. */
export function ExportDialog({ names, firstFormat = "mcp", onClose }: ExportDialogProps) {
  const api = useApi();
  const client = useApiClient();
  const [format, setFormat] = useState<Format>(firstFormat);
  const asked = names.slice(0, NAMES_MAX);
  // A mutation to the transport for its length only; to the screen it is a question with an answer to keep.
  const report = useQuery({
    queryKey: [...api.exchange.export.mutationKey(), format, asked],
    queryFn: () => client.exchange.export.mutate({ names: [...asked], format }),
  });
  const problem = findProblem(report.error);
  return (
    <Dialog
      title={text.title(asked.length)}
      description={text.meaning}
      size="large"
      isOpen
      onOpenChange={onClose}
      actions={<Button onPress={onClose}>{text.close}</Button>}
    >
      <div className="flex flex-col gap-3">
        <Select
          label={text.format}
          options={FORMATS.map((id) => ({ id, label: exchangeText.formats[id] }))}
          value={format}
          onChange={(id) => setFormat(FORMATS.find((candidate) => candidate === id) ?? "mcp")}
          className="max-w-72"
        />
        {names.length > NAMES_MAX ? <p className="text-meta text-warn">{text.limit}</p> : null}
        {problem ? <ErrorPanel {...toProblemText(problem, text.failed)} /> : null}
        {report.data ? <ReportView report={report.data} /> : null}
        {report.isPending ? <SkeletonRows rows={8} label={text.working} /> : null}
      </div>
    </Dialog>
  );
}

/** Gives the browser a text to keep under a name. */
function download(name: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
  link.download = name.replaceAll("/", "_");
  link.click();
  URL.revokeObjectURL(link.href);
}

function ReportView({ report }: { report: Report }) {
  const { exported, leftOut, notes } = report;
  return (
    <>
      {exported.length === 0 ? <p className="text-muted">{text.nothing}</p> : null}
      {exported.length === 0
        ? null
        : report.files.map(({ path, text: content }) => (
            <div key={path} className="flex flex-col items-start gap-2">
              <CodeBlock label={path} text={content} maxLines={18} className="w-full" />
              <Button icon={<Download aria-hidden size={13} />} onPress={() => download(path, content)}>
                {text.download}
              </Button>
            </div>
          ))}
      {exported.length === 0 ? null : <p className="text-meta text-muted">{text.done(exported.length)}</p>}
      <Reasons title={text.leftOut(leftOut.length)} lines={leftOut.map(({ name, reason }) => `${name}: ${reason}`)} />
      <Reasons title={text.notes(notes.length)} lines={notes} />
    </>
  );
}

function Reasons({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details open={lines.length <= 3} className="text-meta">
      <summary className="w-fit cursor-default font-semibold">{title}</summary>
      <ul className="pl-3 text-muted">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}
