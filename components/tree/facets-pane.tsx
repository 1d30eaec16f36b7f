"use client";

import { memo } from "react";
import { treeText } from "#components/messages/en/tree";
import { stateWords, tierWords, typeWords } from "#components/messages/en/words";
import { Button } from "#components/ui/button";
import { Checkbox } from "#components/ui/checkbox";
import { formatCount } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import { countChosen, FACETS, type FacetChoice, type FacetCounts, type FacetName } from "./facets-model";

const words: Record<FacetName, ReadonlyMap<string, string>> = {
  type: new Map(Object.entries({ ...typeWords, builtin: treeText.builtin, subagent: treeText.subagent })),
  state: new Map(Object.entries(stateWords)),
  layer: new Map(Object.entries(treeText.layers)),
  tier: new Map(Object.entries(tierWords)),
};

export type FacetsPaneProps = {
  counts: FacetCounts;
  choice: FacetChoice;
  onChange: (facet: FacetName, values: readonly string[]) => void;
  onClear: () => void;
};

/** Facets with their counts; a value that would show nothing is greyed, not gone. */
export const FacetsPane = memo(function FacetsPane({ counts, choice, onChange, onClear }: FacetsPaneProps) {
  const chosen = countChosen(choice);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto px-3 py-2">
      {FACETS.map((facet) => (
        <fieldset key={facet} className="mb-3">
          <legend className="mb-0.5 text-meta text-muted">{treeText.facetTitles[facet]}</legend>
          {counts[facet].map(({ value, count, isChosen }) => (
            <Checkbox
              key={value}
              isSelected={isChosen}
              isDisabled={count === 0 && !isChosen}
              onChange={(isSelected) =>
                onChange(
                  facet,
                  isSelected ? [...choice[facet], value] : choice[facet].filter((other) => other !== value),
                )
              }
              className="h-6"
            >
              <span className="min-w-0 flex-1 truncate">{words[facet].get(value) ?? value}</span>
              <span className={joinClasses("text-meta text-muted", isChosen && "font-medium")}>
                {formatCount(count)}
              </span>
            </Checkbox>
          ))}
        </fieldset>
      ))}
      {chosen > 0 ? (
        <Button size="small" onPress={onClear} className="self-start">
          {treeText.clearFilters}
        </Button>
      ) : null}
    </div>
  );
});
