"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { useCatalog } from "#components/api/use-catalog";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { Kbd } from "#components/ui/kbd";
import { Select } from "#components/ui/select";
import { Switch } from "#components/ui/switch";
import { TextField } from "#components/ui/text-field";
import { useUrlState } from "#components/ui/use-url-state";

const text = runsText.ask;
const DEFAULT_LOOP = "default";

/** One question becomes one run. The suggestions are questions that can be answered right now. */
export function AskBox() {
  const api = useApi();
  const router = useRouter();
  const url = useUrlState();
  const [message, setMessage] = useState(url.get("ask") ?? "");
  const [focusMode, setFocusMode] = useState(DEFAULT_LOOP);
  const [allowDrafts, setAllowDrafts] = useState(false);
  const [isEmptyRefused, setIsEmptyRefused] = useState(false);
  const catalog = useCatalog();
  const suggestions = useQuery(api.run.suggestions.queryOptions());
  const start = useMutation(api.run.start.mutationOptions({ onSuccess: ({ id }) => router.push(`/runs/${id}`) }));
  const problem = findProblem(start.error);
  const loops = (catalog.data?.entries ?? []).filter(
    (entry) => entry.type === "focus_mode" && entry.state === "trusted",
  );
  const loopNames = [...new Set([DEFAULT_LOOP, ...loops.map((entry) => entry.name)])];

  const ask = (question: string) => {
    setIsEmptyRefused(question.trim() === "");
    if (question.trim() === "" || start.isPending) return;
    start.mutate({ message: question, allowDrafts, ...(focusMode === DEFAULT_LOOP ? {} : { focusMode }) });
  };

  return (
    <form
      className="flex shrink-0 flex-col gap-2 border-line border-b px-3 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        ask(message);
      }}
    >
      <TextField
        label={text.label}
        placeholder={text.placeholder}
        value={message}
        onChange={(value) => {
          setMessage(value);
          setIsEmptyRefused(false);
        }}
        rows={3}
        error={isEmptyRefused ? text.empty : null}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing) {
            event.preventDefault();
            ask(message);
          }
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isPending={start.isPending}>
          {text.submit}
        </Button>
        <span className="max-phone:hidden">
          <Kbd keys={text.shortcut} />
        </span>
        <Select
          label={text.focusMode}
          isLabelHidden
          options={loopNames.map((name) => ({ id: name, label: name }))}
          value={focusMode}
          onChange={setFocusMode}
        />
        <Switch isSelected={allowDrafts} onChange={setAllowDrafts}>
          {text.allowDrafts}
        </Switch>
        {allowDrafts ? <span className="text-meta text-warn">{text.allowDraftsMeaning}</span> : null}
      </div>
      {problem ? <ErrorPanel {...toProblemText(problem, text.failedMeaning)} /> : null}
      {suggestions.data && suggestions.data.length > 0 ? (
        <ul aria-label={text.suggestions} className="flex flex-wrap gap-1.5">
          {suggestions.data.map((suggestion) => (
            <li key={suggestion.question} className="min-w-0 max-w-full">
              <Button
                size="small"
                className="max-w-full"
                onPress={() => {
                  setMessage(suggestion.question);
                  ask(suggestion.question);
                }}
              >
                <span className="truncate">{suggestion.question}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}
