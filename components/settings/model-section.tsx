"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, PlugZap } from "lucide-react";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { settingsText } from "#components/messages/en/settings";
import { Button } from "#components/ui/button";
import { Checkbox } from "#components/ui/checkbox";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDuration } from "#components/ui/format";
import { TextField } from "#components/ui/text-field";
import { type EffectiveSettings, Section, SourceChip } from "./section";

const text = settingsText.model;

export type ModelSectionProps = { model: EffectiveSettings["model"] };

/** Connects a model. The key is only ever sent, never received. */
export function ModelSection({ model }: ModelSectionProps) {
  const api = useApi();
  const [baseUrl, setBaseUrl] = useState(model.value?.baseUrl ?? "");
  const [name, setName] = useState(model.value?.name ?? "");
  const [key, setKey] = useState("");
  const [isKeyRemoved, setIsKeyRemoved] = useState(false);
  const test = useMutation(api.settings.testModel.mutationOptions({ meta: { isPrivate: true } }));
  const save = useMutation(api.settings.setModel.mutationOptions({ onSuccess: () => setKey("") }));
  const connection = {
    baseUrl: baseUrl.trim(),
    name: name.trim(),
    ...(key !== "" ? { apiKey: key } : isKeyRemoved ? { apiKey: null } : {}),
  };
  const isFilled = connection.baseUrl !== "" && connection.name !== "";
  const problem = findProblem(save.error);
  return (
    <Section id="model" meaning={text.meaning}>
      <div className="flex items-center gap-2">
        {model.value === null ? <p>{text.none}</p> : <p className="font-medium">{model.value.name}</p>}
        <SourceChip source={model.source} />
      </div>
      <TextField label={text.url} hint={text.urlHint} value={baseUrl} onChange={setBaseUrl} isCode className="w-full" />
      <TextField label={text.name} hint={text.nameHint} value={name} onChange={setName} isCode className="w-full" />
      <TextField
        label={text.key}
        type="password"
        autoComplete="off"
        hint={model.value?.hasApiKey ? text.keyKept : text.keyNone}
        value={key}
        onChange={setKey}
        isCode
        className="w-full"
      />
      {model.value?.hasApiKey && key === "" ? (
        <Checkbox isSelected={isKeyRemoved} onChange={setIsKeyRemoved}>
          {text.removeKey}
        </Checkbox>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<PlugZap aria-hidden size={14} />}
          isDisabled={!isFilled}
          isPending={test.isPending}
          onPress={() => test.mutate(connection)}
        >
          {test.isPending ? text.testing : text.test}
        </Button>
        <Button
          variant="primary"
          isDisabled={!isFilled}
          isPending={save.isPending}
          onPress={() => save.mutate({ connection })}
        >
          {text.connect}
        </Button>
        {model.source.from === "settings" ? (
          <Button onPress={() => save.mutate({ connection: null })}>{text.disconnect}</Button>
        ) : null}
      </div>
      <TestResult test={test} />
      {problem ? <ErrorPanel {...toProblemText(problem, settingsText.notSaved)} className="w-full" /> : null}
    </Section>
  );
}

type TestResultProps = {
  test: {
    data:
      | { ok: true; durationMs: number; text: string }
      | { ok: false; problem: { code: string; message: string; next?: string | undefined } }
      | undefined;
    error: unknown;
  };
};

function TestResult({ test }: TestResultProps) {
  const failed = findProblem(test.error);
  if (failed) return <ErrorPanel {...toProblemText(failed, text.testFailedMeaning)} className="w-full" />;
  if (test.data === undefined) return null;
  if (!test.data.ok) {
    const { code, message, next } = test.data.problem;
    return <ErrorPanel code={code} title={message} meaning={text.testFailedMeaning} next={next} className="w-full" />;
  }
  return (
    <div role="status" className="flex flex-col gap-0.5">
      <p className="flex items-center gap-1.5 text-trusted">
        <CircleCheck aria-hidden size={14} />
        {text.testOk(formatDuration(test.data.durationMs))}
      </p>
      <p className="text-muted">
        {text.testAnswer}: <span className="text-fg">{test.data.text}</span>
      </p>
    </div>
  );
}
