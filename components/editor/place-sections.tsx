"use client";

import { useQuery } from "@tanstack/react-query";
import { findProblem, useApi } from "#components/api";
import { placeText } from "#components/messages/en/place";
import { toProblemText } from "#components/messages/en/problem";
import { ErrorPanel } from "#components/ui/error-panel";
import { SkeletonRows } from "#components/ui/skeleton";
import { DimensionTable } from "./dimension-table";
import { Part } from "./part";
import { PlaceFacts } from "./place-facts";
import { PromptLine } from "./prompt-line";
import { RelationList } from "./relation-list";
import { TierList } from "./tier-list";

export type PlaceSectionsProps = {
  name: string;
  /** The wide column reads: what a model reads and every field. The narrow one looks up: who gets it, what refers to it. */
  column: "wide" | "narrow";
};

/** What follows from the place of a capability in the tree, for one of the two columns of a page; both ask once. */
export function PlaceSections({ name, column }: PlaceSectionsProps) {
  const api = useApi();
  const found = useQuery(api.capability.facts.queryOptions({ name }));
  const problem = findProblem(found.error);
  if (problem) return column === "wide" ? <ErrorPanel {...toProblemText(problem)} /> : null;
  if (found.data === undefined) return <SkeletonRows rows={column === "wide" ? 12 : 8} label={placeText.loading} />;
  if (found.data === null) return null;
  const place = found.data;
  if (column === "wide") {
    return (
      <>
        <PromptLine prompt={place.prompt} />
        <DimensionTable place={place} />
      </>
    );
  }
  return (
    <>
      <Part title={placeText.tiers.title}>
        <TierList facts={place.facts} />
      </Part>
      <Part title={placeText.facts}>
        <PlaceFacts name={name} place={place} />
      </Part>
      <RelationList relations={place.relations} />
    </>
  );
}
