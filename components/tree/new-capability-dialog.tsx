"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useId, useState } from "react";
import { type ApiOutputs, findProblem, useApi } from "#components/api";
import { newCapabilityText } from "#components/messages/en/new-capability";
import { toProblemText } from "#components/messages/en/problem";
import type { typeWords } from "#components/messages/en/words";
import { Button, LinkButton } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { SkeletonRows } from "#components/ui/skeleton";
import { TextField } from "#components/ui/text-field";
import { TypeChoice } from "./type-choice";

const text = newCapabilityText;
const NAME_CHARACTERS_MAX = 64;
const DESCRIPTION_CHARACTERS_MAX = 500;

type Place = ApiOutputs["draft"]["findPlace"];
type CapabilityType = keyof typeof typeWords;

export type NewCapabilityDialogProps = {
  /** What stands in the field of the name at first. */
  firstName: string;
  onClose: () => void;
};

/** Begins a capability as a draft and goes to its editor; says first when there is no root that could take it. */
export function NewCapabilityDialog({ firstName, onClose }: NewCapabilityDialogProps) {
  const api = useApi();
  const router = useRouter();
  const formId = useId();
  const [name, setName] = useState(firstName);
  const [type, setType] = useState<CapabilityType>("tool");
  const [description, setDescription] = useState("");
  const place = useQuery(api.draft.findPlace.queryOptions({ name }, { placeholderData: keepPreviousData }));
  const create = useMutation(
    api.draft.create.mutationOptions({
      onSuccess: (draft) => {
        // Closed first, so that the back button does not open it again.
        onClose();
        router.push(`/capabilities/${encodeURIComponent(draft.name)}?tab=edit`);
      },
    }),
  );
  const hasRoot = place.data !== undefined && place.data.folder !== null;
  const isReady = hasRoot && !place.isPlaceholderData && place.data.fault === null && description.trim() !== "";
  return (
    <Dialog
      title={text.title}
      description={text.meaning}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{text.cancel}</Button>
          {hasRoot ? (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              isDisabled={!isReady}
              isPending={create.isPending || create.isSuccess}
            >
              {text.create}
            </Button>
          ) : null}
        </>
      }
    >
      <WhenThereIsARoot place={place.data} error={place.error}>
        <form
          id={formId}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && !create.isPending) create.mutate({ name, type, description });
          }}
        >
          <NameField name={name} onChange={setName} place={place.data} isCurrent={!place.isPlaceholderData} />
          <TypeChoice value={type} onChange={setType} />
          <TextField
            label={text.description}
            hint={text.descriptionHint}
            value={description}
            onChange={setDescription}
            rows={2}
            maxLength={DESCRIPTION_CHARACTERS_MAX}
          />
        </form>
        <Failure error={create.error} />
      </WhenThereIsARoot>
    </Dialog>
  );
}

type WhenThereIsARootProps = { place: Place | undefined; error: unknown; children: ReactNode };

/** The form once it is known that its work can end well; else what is missing. */
function WhenThereIsARoot({ place, error, children }: WhenThereIsARootProps) {
  if (place === undefined && error !== null) return <Failure error={error} />;
  if (place === undefined) return <SkeletonRows rows={6} label={text.loading} />;
  if (place.folder !== null) return children;
  const { title, meaning, next, action } = text.noRoot;
  return (
    <ErrorPanel
      tone="warn"
      title={title}
      meaning={meaning}
      next={next}
      action={<LinkButton href="/settings#roots">{action}</LinkButton>}
    />
  );
}

function Failure({ error }: { error: unknown }) {
  const problem = findProblem(error);
  return problem && <ErrorPanel {...toProblemText(problem, text.failed)} className="mt-3" />;
}

type NameFieldProps = {
  name: string;
  onChange: (name: string) => void;
  place: Place | undefined;
  /** False while the answer is of what was typed before. */
  isCurrent: boolean;
};

/** The name, judged as it is typed; a free one says where it will go. */
function NameField({ name, onChange, place, isCurrent }: NameFieldProps) {
  const fault = name === "" ? null : (place?.fault ?? null);
  const isFree = name !== "" && isCurrent && fault === null;
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label={text.name}
        hint={fault === null && !isFree ? text.nameHint : null}
        error={fault === null ? null : [fault.message, fault.next].filter(Boolean).join(" ")}
        value={name}
        onChange={(value) => onChange(value.trim())}
        maxLength={NAME_CHARACTERS_MAX}
        isCode
        autoFocus
      />
      {isFree && place?.folder ? (
        <p className="text-meta text-muted">
          {text.goesTo} <code className="break-all">{place.folder}</code>
        </p>
      ) : null}
    </div>
  );
}
