"use client";

import { memo, useState } from "react";
import { facetsText } from "#components/messages/en/facets";
import { Button } from "#components/ui/button";
import { FacetSection } from "./facet-section";
import { countChosen, FACETS, type FacetChoice, type FacetCounts, type FacetName } from "./facets-model";

/** Asked for most; the others wait closed until somebody opens them or a link chooses in them. */
const OPEN_AT_FIRST: readonly FacetName[] = ["type", "state", "layer", "tier"];

export type FacetsPaneProps = {
  counts: FacetCounts;
  choice: FacetChoice;
  onChange: (facet: FacetName, values: readonly string[]) => void;
  onClear: () => void;
};

/** Facets with their counts; a value that would show nothing is greyed, not gone. */
export const FacetsPane = memo(function FacetsPane({ counts, choice, onChange, onClear }: FacetsPaneProps) {
  const [turned, setTurned] = useState<ReadonlyMap<FacetName, boolean>>(new Map());
  const chosen = countChosen(choice);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto py-1">
      {FACETS.map((facet) => (
        <FacetSection
          key={facet}
          facet={facet}
          values={counts[facet]}
          chosen={choice[facet]}
          isOpen={turned.get(facet) ?? (OPEN_AT_FIRST.includes(facet) || choice[facet].length > 0)}
          onOpenChange={(isOpen) => setTurned((before) => new Map(before).set(facet, isOpen))}
          onChange={onChange}
        />
      ))}
      {chosen > 0 ? (
        <div className="sticky bottom-0 border-line border-t bg-raised px-3 py-1.5">
          <Button size="small" onPress={onClear}>
            {facetsText.clear}
          </Button>
        </div>
      ) : null}
    </div>
  );
});
