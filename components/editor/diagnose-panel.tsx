"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { diagnoseText } from "#components/messages/en/diagnose";
import { toProblemText } from "#components/messages/en/problem";
import { tierWords } from "#components/messages/en/words";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { Select } from "#components/ui/select";
import { SkeletonRows } from "#components/ui/skeleton";
import { TextField } from "#components/ui/text-field";
import { useUrlState } from "#components/ui/use-url-state";
import { type DiagnoseQuestion, parseQuestion, TIERS } from "./diagnose-model";
import { DiagnosisList } from "./diagnosis-list";

const text = diagnoseText;
/** A request for it goes into an address, in which a Chinese character takes nine. */
const UTTERANCE_CHARACTERS_MAX = 600;

/** Why a model does not call this capability: the chain from the file to the call, for the messages that should find it. */
export function DiagnosePanel({ name }: { name: string }) {
  const api = useApi();
  const url = useUrlState();
  const question = parseQuestion(url.get);
  const query = useQuery(
    api.tree.diagnose.queryOptions(
      {
        name,
        ...(question.say === "" ? {} : { utterance: question.say }),
        ...(question.tier === null ? {} : { tier: question.tier }),
        ...(question.budget === null ? {} : { budgetTokens: question.budget }),
      },
      { placeholderData: keepPreviousData, refetchOnMount: "always" },
    ),
  );
  const problem = findProblem(query.error);
  const ask = ({ say, tier, budget }: DiagnoseQuestion) =>
    url.set({ say: say === "" ? null : say, tier, budget: budget === null ? null : String(budget) });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto px-4 py-3">
      <QuestionForm
        key={`${question.say}|${question.tier}|${question.budget}`}
        question={question}
        isPending={query.isFetching}
        onAsk={(asked) => {
          ask(asked);
          // The same question again: the catalog may be another one.
          if (asked.say === question.say && asked.tier === question.tier && asked.budget === question.budget) {
            void query.refetch();
          }
        }}
      />
      {query.data ? <DiagnosisList diagnosis={query.data} /> : null}
      {problem ? <ErrorPanel {...toProblemText(problem)} /> : null}
      {query.data || problem ? null : <SkeletonRows rows={12} label={text.loading} />}
    </div>
  );
}

type QuestionFormProps = {
  question: DiagnoseQuestion;
  isPending: boolean;
  onAsk: (question: DiagnoseQuestion) => void;
};

function QuestionForm({ question, isPending, onAsk }: QuestionFormProps) {
  const [say, setSay] = useState(question.say);
  const [tier, setTier] = useState<string>(question.tier ?? "");
  const [budget, setBudget] = useState(question.budget === null ? "" : String(question.budget));
  const asked = parseQuestion((key) => ({ say, tier, budget })[key] ?? null);
  const isBadBudget = budget.trim() !== "" && asked.budget === null;
  const submit = () => {
    if (!isBadBudget) onAsk(asked);
  };
  return (
    <form
      aria-label={text.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid max-w-[960px] grid-cols-[minmax(0,1fr)_160px_200px_auto] items-start gap-2 max-desk:grid-cols-2 max-phone:grid-cols-1"
    >
      <TextField
        label={text.utterance}
        hint={text.utteranceHint}
        placeholder={text.utterancePlaceholder}
        value={say}
        maxLength={UTTERANCE_CHARACTERS_MAX}
        onChange={setSay}
        className="max-desk:col-span-full"
      />
      <Select
        label={text.tier}
        value={tier}
        options={[{ id: "", label: text.tierOfWords }, ...TIERS.map((id) => ({ id, label: tierWords[id] }))]}
        onChange={setTier}
      />
      <TextField
        label={text.budget}
        placeholder="8000"
        value={budget}
        error={isBadBudget ? text.budgetError : null}
        onChange={setBudget}
      />
      <Button type="submit" variant="primary" isPending={isPending} className="mt-6 max-desk:mt-0 max-desk:w-fit">
        {text.diagnose}
      </Button>
    </form>
  );
}
