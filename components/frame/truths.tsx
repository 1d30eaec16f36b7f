"use client";

import { Cpu, ShieldAlert, ShieldCheck, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { frameText } from "#components/messages/en/frame";
import { levelMeanings } from "#components/messages/en/words";
import { Button, LinkButton } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Popover } from "#components/ui/popover";
import type { SystemStatus } from "./rail";

const text = frameText.truths;

export type TruthsProps = { status: SystemStatus | undefined };

/** Which model answers, how code is separated, who acts: always in sight, each with its explanation. */
export function Truths({ status }: TruthsProps) {
  if (status === undefined) return <span className="h-7" />;
  return (
    <div className="flex shrink-0 items-center">
      <ModelTruth model={status.model} />
      <SandboxTruth sandbox={status.sandbox} />
      <PersonTruth status={status} />
    </div>
  );
}

type TruthProps = { name: string; value: string; icon: ReactNode; isWarning?: boolean; children: ReactNode };

function Truth({ name, value, icon, isWarning, children }: TruthProps) {
  return (
    <Popover
      label={name}
      trigger={
        <Button
          variant="quiet"
          size="small"
          aria-label={`${name}: ${value}`}
          icon={icon}
          className={isWarning ? "text-warn" : "text-muted"}
        >
          <span className="max-w-44 truncate font-normal max-desk:hidden">{value}</span>
        </Button>
      }
    >
      <h2 className="text-meta text-muted">{name}</h2>
      <p className="break-words font-medium">{value}</p>
      {children}
    </Popover>
  );
}

function ModelTruth({ model }: { model: SystemStatus["model"] }) {
  const label = model.isPlanner ? text.noModel : model.label;
  return (
    <Truth name={text.model} value={label} icon={<Cpu aria-hidden size={13} />} isWarning={model.isPlanner}>
      <p>{model.isPlanner ? text.plannerMeaning : text.modelMeaning(model.label)}</p>
      <LinkButton href="/settings#model" size="small" className="self-start">
        {model.isPlanner ? text.connectModel : text.openModelSettings}
      </LinkButton>
    </Truth>
  );
}

function SandboxTruth({ sandbox }: { sandbox: SystemStatus["sandbox"] }) {
  const isFull = sandbox.level === "os";
  const Icon = isFull ? ShieldCheck : ShieldAlert;
  const held = sandbox.probes.filter((probe) => probe.held).length;
  return (
    <Truth
      name={text.sandbox}
      value={text.sandboxLabel(sandbox.level)}
      icon={<Icon aria-hidden size={13} />}
      isWarning={!isFull}
    >
      <p>{levelMeanings[sandbox.level]}</p>
      <p className="text-muted">{text.sandboxHeld(held, sandbox.probes.length)}</p>
      <p className="text-muted">{text.sandboxRunner(sandbox.runner.version.replace(/^v/, ""))}</p>
      {sandbox.fix ? (
        <>
          <p>{sandbox.fix.sentence}</p>
          <span className="flex items-center gap-1 rounded-sm border border-line pl-2">
            <code className="min-w-0 flex-1 overflow-x-auto whitespace-pre">{sandbox.fix.command}</code>
            <CopyButton text={sandbox.fix.command} />
          </span>
        </>
      ) : null}
      <LinkButton href="/settings#sandbox" size="small" className="self-start">
        {text.openSandboxSettings}
      </LinkButton>
    </Truth>
  );
}

function PersonTruth({ status }: { status: SystemStatus }) {
  return (
    <Truth name={text.person} value={status.person} icon={<UserRound aria-hidden size={13} />}>
      <p>{text.personMeaning(status.person)}</p>
      <p className="break-words text-muted">
        {status.project === null ? text.projectNone : text.project(status.project)}
      </p>
      <p className="break-words text-muted">{text.stateFolder(status.stateFolder)}</p>
      <p className="text-muted">{text.version(status.version)}</p>
      <LinkButton href="/settings#session" size="small" className="self-start">
        {text.openSession}
      </LinkButton>
    </Truth>
  );
}
