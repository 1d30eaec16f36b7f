"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, RefreshCw } from "lucide-react";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { settingsText } from "#components/messages/en/settings";
import { levelMeanings } from "#components/messages/en/words";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { SkeletonRows } from "#components/ui/skeleton";
import { RelativeTime } from "#components/ui/time";
import { Section } from "./section";

const text = settingsText.sandbox;

/** The level of now, what each probe found, and the one command that raises it. */
export function SandboxSection() {
  const api = useApi();
  const sandbox = useQuery(api.sandbox.get.queryOptions());
  const recheck = useMutation(api.sandbox.recheck.mutationOptions());
  const problem = findProblem(sandbox.error ?? recheck.error);
  const report = sandbox.data;
  const button = (
    <Button icon={<RefreshCw aria-hidden size={14} />} isPending={recheck.isPending} onPress={() => recheck.mutate()}>
      {text.recheck}
    </Button>
  );
  return (
    <Section id="sandbox" meaning={text.meaning}>
      {problem ? <ErrorPanel {...toProblemText(problem, text.failedMeaning)} className="w-full" /> : null}
      {sandbox.isPending ? <SkeletonRows rows={4} label={text.meaning} /> : null}
      {report ? (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={report.level === "os" ? "good" : "warn"}>{text.level(report.level)}</Badge>
            <p className="min-w-0">{levelMeanings[report.level]}</p>
          </div>
          {report.fix ? (
            <ErrorPanel
              tone="warn"
              title={text.fix}
              meaning={report.fix.sentence}
              command={report.fix.command}
              action={button}
              className="w-full"
            />
          ) : null}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4">
            <dt className="text-muted">{text.runner}</dt>
            <dd className="min-w-0 break-all">
              <code>{report.runner.path}</code> {report.runner.version}
            </dd>
            <dt className="text-muted">{text.checkedAt}</dt>
            <dd>
              <RelativeTime at={report.checkedAt} />
            </dd>
          </dl>
          <ul aria-label={text.probes} className="w-full border-line border-t">
            {report.probes.map((probe) => (
              <li key={probe.name} className="flex items-start gap-2 border-line border-b py-1">
                {probe.held ? (
                  <CircleCheck role="img" aria-label={text.held} size={14} className="mt-[3px] shrink-0 text-trusted" />
                ) : (
                  <CircleX role="img" aria-label={text.notHeld} size={14} className="mt-[3px] shrink-0 text-danger" />
                )}
                <span className="w-2/5 shrink-0">{probe.name}</span>
                <span className="min-w-0 break-words text-muted">{probe.detail}</span>
              </li>
            ))}
          </ul>
          {report.fix ? null : button}
        </>
      ) : null}
    </Section>
  );
}
