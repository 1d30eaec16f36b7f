"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ApiOutputs, findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { skillsText as text } from "#components/messages/en/skills";
import { tierWords } from "#components/messages/en/words";
import { Chip, type ChipProps } from "#components/ui/chip";
import { ErrorPanel } from "#components/ui/error-panel";
import { Fact, FactList, Part } from "./part";

type SkillLinksData = ApiOutputs["capability"]["skillLinks"];
type Binding = SkillLinksData["bindings"][number];
type Composed = NonNullable<SkillLinksData["composed"]>;
type Terms = NonNullable<SkillLinksData["terms"]>;

const bindingTones = { bound: "accent", waiting: "neutral", refused: "warn" } as const satisfies Record<
  Binding["kind"],
  ChipProps["tone"]
>;
const composedTones = { ok: "accent", stale: "warn", broken: "danger" } as const satisfies Record<
  Composed["state"],
  ChipProps["tone"]
>;

export type SkillLinksProps = {
  /** Of a skill, of a tool, or of a tool that is compiled from a skill. */
  name: string;
};

/** Which skills and tools meet at this name, and how that stands; nothing for most. */
export function SkillLinks({ name }: SkillLinksProps) {
  const api = useApi();
  const found = useQuery(api.capability.skillLinks.queryOptions({ name }, { refetchOnMount: "always" }));
  const problem = findProblem(found.error);
  if (problem) return <ErrorPanel {...toProblemText(problem)} />;
  if (!found.data) return null;
  const { bindings, composed, terms } = found.data;
  const ofTool = bindings.filter(({ tool }) => tool === name);
  const ofSkill = bindings.filter(({ skill, tool }) => skill === name && tool !== name);
  return (
    <>
      {composed === null ? null : <ComposedPart composed={composed} name={name} />}
      <Bindings title={text.bindings} bindings={ofSkill} other="tool" />
      <Bindings title={text.boundSkills} bindings={ofTool} other="skill" />
      {terms === null ? null : <TermsPart terms={terms} />}
    </>
  );
}

function PageLink({ name }: { name: string }) {
  return (
    <Link
      href={`/capabilities/${encodeURIComponent(name)}`}
      prefetch={false}
      className="min-w-0 break-all text-accent-text underline"
    >
      {name}
    </Link>
  );
}

type BindingsProps = { title: string; bindings: readonly Binding[]; other: "skill" | "tool" };

function Bindings({ title, bindings, other }: BindingsProps) {
  if (bindings.length === 0) return null;
  return (
    <Part title={title}>
      <ul className="flex flex-col gap-1">
        {bindings.map((binding) => (
          <li key={`${binding.skill} ${binding.tool}`} className="flex flex-wrap items-baseline gap-x-2">
            <PageLink name={binding[other]} />
            <Chip tone={bindingTones[binding.kind]}>{text.kinds[binding.kind]}</Chip>
            {binding.reason === null ? null : <span className="min-w-0 break-words text-muted">{binding.reason}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** From the skill's side what it compiles to, from the tool's side the skill. */
function ComposedPart({ composed, name }: { composed: Composed; name: string }) {
  const isTool = composed.name === name;
  return (
    <Part title={isTool ? text.composedFrom : text.composed}>
      <FactList>
        <Fact name={isTool ? text.skill : text.tool}>
          <PageLink name={isTool ? composed.skill : composed.name} />
        </Fact>
        <Fact name={text.standing}>
          <span className="flex min-w-0 flex-col items-start gap-0.5">
            <Chip tone={composedTones[composed.state]}>{text.states[composed.state]}</Chip>
            <span className="text-muted">{composed.reason ?? text.stateMeanings[composed.state]}</span>
            {composed.next === null ? null : <span className="text-muted">{composed.next}</span>}
          </span>
        </Fact>
        <Fact name={text.steps}>{composed.steps}</Fact>
        <Fact name={text.tools}>
          <span className="flex min-w-0 flex-wrap gap-x-2">
            {composed.tools.map((tool) => (
              <PageLink key={tool} name={tool} />
            ))}
          </span>
        </Fact>
        <Fact name={text.approval}>{composed.approval === "none" ? text.noApproval : composed.approval}</Fact>
        <Fact name={text.tier}>{tierWords[composed.min_tier]}</Fact>
      </FactList>
      {isTool ? <p className="mt-1 text-muted">{text.composedFromMeaning}</p> : null}
    </Part>
  );
}

function TermsPart({ terms: { isModelInvocable, isUserInvocable, requires } }: { terms: Terms }) {
  const needs = (["bins", "env", "config"] as const).filter((key) => requires[key].length > 0);
  return (
    <>
      {isModelInvocable && isUserInvocable ? null : (
        <Part title={text.loading}>
          {isModelInvocable ? null : <p>{text.noModel}</p>}
          {isUserInvocable ? null : <p>{text.noUser}</p>}
        </Part>
      )}
      {needs.length === 0 ? null : (
        <Part title={text.needs}>
          <FactList>
            {needs.map((key) => (
              <Fact key={key} name={text[key]}>
                <code className="min-w-0 break-words">{requires[key].join(", ")}</code>
              </Fact>
            ))}
          </FactList>
        </Part>
      )}
    </>
  );
}
