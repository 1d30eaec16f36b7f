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
import type { CapabilityPlace } from "./place-model";
import { PromptLine } from "./prompt-line";
import { RelationList } from "./relation-list";
import { TierList } from "./tier-list";

/** What a model reads; every field of the dimensions; who gets it, what follows and what refers to it. */
type PlacePart = "prompt" | "dimensions" | "aside";

const ROWS: Record<PlacePart, number> = { prompt: 3, dimensions: 12, aside: 12 };

export type PlaceSectionsProps = { name: string; part: PlacePart };

/** A part of what follows from the place of a capability in the tree; all parts of a page ask once. */
export function PlaceSections({ name, part }: PlaceSectionsProps) {
  const api = useApi();
  const found = useQuery(api.capability.facts.queryOptions({ name }));
  const problem = findProblem(found.error);
  if (problem) return part === "prompt" ? <ErrorPanel {...toProblemText(problem)} /> : null;
  if (found.data === undefined) return <SkeletonRows rows={ROWS[part]} label={placeText.loading} />;
  return found.data && <PlaceView place={found.data} part={part} />;
}

function PlaceView({ place, part }: { place: CapabilityPlace; part: PlacePart }) {
  switch (part) {
    case "prompt":
      return <PromptLine prompt={place.prompt} />;
    case "dimensions":
      return <DimensionTable place={place} />;
    case "aside":
      return (
        <>
          <Part title={placeText.tiers.title}>
            <TierList facts={place.facts} />
          </Part>
          <Part title={placeText.facts}>
            <PlaceFacts place={place} />
          </Part>
          <RelationList relations={place.relations} />
        </>
      );
  }
}
