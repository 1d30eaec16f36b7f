"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { useApi } from "#components/api";
import { dryRunText } from "#components/messages/en/dry-run";
import { toProblemText } from "#components/messages/en/problem";
import { Button, LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { Kbd } from "#components/ui/kbd";
import { Select } from "#components/ui/select";
import { ConfirmNodeOnly } from "./confirm-node-only";
import type { SubjectChoice } from "./dry-run-store";
import { ExecutionView } from "./execution-view";
import { FileFields } from "./file-fields";
import { History } from "./history";
import { InputField } from "./input-field";
import { findTextFields, parseInput, quoteFigure } from "./input-model";
import { toSample } from "./sample-from-schema";
import type { DryRun } from "./use-dry-run";
import { findVariants, switchVariant } from "./variants";

const text = dryRunText;

export type DryRunPaneProps = {
  name: string;
  schema: unknown;
  /** The input of the first case, where there is one. */
  firstCase: string | null;
  dryRun: DryRun;
  choice: SubjectChoice;
  isTrusted: boolean;
};

/** An input, the bytes that run, and what came of it, live. */
export function DryRunPane({ name, schema, firstCase, dryRun, choice, isTrusted }: DryRunPaneProps) {
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const sandbox = useQuery(api.sandbox.get.queryOptions());
  const confirmed = useConfirmed();
  const { store, state, fault } = dryRun;
  const needsWord = sandbox.data?.level === "node-net" && !isTrusted;
  const run = () => {
    if (needsWord && !confirmed.has(choice)) setIsAsking(true);
    else void dryRun.start(choice, { isNodeOnlyConfirmed: needsWord });
  };
  return (
    <section aria-label={text.title} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-auto">
      <div className="flex flex-col gap-2 p-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="flex-1 font-semibold">{text.input}</h2>
          <VariantSelect schema={schema} dryRun={dryRun} />
          {firstCase === null ? null : (
            <Button size="small" onPress={() => store.setInput({ text: firstCase, attachments: [] })}>
              {text.sampleFromCase}
            </Button>
          )}
          <Button
            size="small"
            onPress={() => store.setInput({ text: JSON.stringify(toSample(schema), null, 2), attachments: [] })}
          >
            {text.sample}
          </Button>
        </div>
        <InputField
          key={state.resets}
          initial={state.text}
          onChange={(value) => {
            store.update({ text: value });
            if (fault) dryRun.clearFault();
          }}
          onRun={run}
          isInvalid={fault !== null}
        />
        {fault?.kind === "not_json" ? <ErrorPanel title={text.notJson} meaning={fault.message} /> : null}
        {fault?.kind === "digits" ? (
          <ErrorPanel
            title={text.digits(fault.figure)}
            meaning={text.digitsMeaning}
            next={text.digitsNext}
            action={
              <Button
                onPress={() => {
                  store.setInput({ text: quoteFigure(state.text, fault), attachments: state.attachments });
                  dryRun.clearFault();
                }}
              >
                {text.digitsAction}
              </Button>
            }
          />
        ) : null}
        <FileFields
          fields={findTextFields(schema)}
          attachments={state.attachments}
          onChange={(attachments) => store.update({ attachments })}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" icon={<Play aria-hidden size={13} />} isPending={dryRun.isStarting} onPress={run}>
            {text.run}
          </Button>
          <Kbd keys="Mod+Enter" />
          <span className="text-muted">
            {text.runs} <span className="font-medium text-fg">{choice.label}</span>
          </span>
        </div>
        {state.problem ? <StartProblem problem={state.problem} /> : null}
      </div>
      <div className="flex flex-col gap-2 border-line border-t p-3">
        <h2 className="font-semibold">{text.output}</h2>
        {state.executionId === null ? (
          <p className="text-muted">{text.empty}</p>
        ) : (
          <ExecutionView key={state.executionId} id={state.executionId} label={state.ranLabel} />
        )}
      </div>
      <History name={name} store={store} newest={state.executionId} />
      {isAsking ? (
        <ConfirmNodeOnly
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            confirmed.add(choice);
            setIsAsking(false);
            void dryRun.start(choice, { isNodeOnlyConfirmed: true });
          }}
        />
      ) : null}
    </section>
  );
}

/** Chooses between the variants of a root union; what both have keeps its value. */
function VariantSelect({ schema, dryRun: { store, state } }: { schema: unknown; dryRun: DryRun }) {
  const variants = useMemo(() => findVariants(schema), [schema]);
  const [chosen, setChosen] = useState(0);
  if (variants.length === 0) return null;
  const choose = (index: number) => {
    const variant = variants[index];
    if (variant === undefined) return;
    setChosen(index);
    const typed = parseInput(state.text);
    const input = switchVariant(variant, typed.kind === "ok" ? typed.input : null);
    store.setInput({ text: JSON.stringify(input, null, 2), attachments: state.attachments });
  };
  return (
    <Select
      label={text.variant}
      isLabelHidden
      options={variants.map((variant, index) => ({
        id: String(index),
        label: variant.label ?? text.variantNumber(index + 1),
      }))}
      value={String(chosen)}
      onChange={(id) => choose(Number(id))}
    />
  );
}

/** The bytes a person gave their word for on this page; the server asks again for any other digest. */
function useConfirmed(): { has: (choice: SubjectChoice) => boolean; add: (choice: SubjectChoice) => void } {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toKey = (choice: SubjectChoice) => JSON.stringify(choice.subject);
  return {
    has: (choice) => keys.has(toKey(choice)),
    add: (choice) => setKeys(new Set([...keys, toKey(choice)])),
  };
}

function StartProblem({ problem }: { problem: NonNullable<DryRun["state"]["problem"]> }) {
  return (
    <ErrorPanel
      {...toProblemText(problem, text.startFailed)}
      action={
        problem.code === "sandbox_level" ? (
          <LinkButton href="/settings#sandbox">{text.level.settings}</LinkButton>
        ) : problem.code === "root_pending" ? (
          <LinkButton href="/settings#roots">{text.level.roots}</LinkButton>
        ) : null
      }
    />
  );
}
