import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { facetsText } from "#components/messages/en/facets";
import { treeText } from "#components/messages/en/tree";
import { stateWords, tierWords, typeWords } from "#components/messages/en/words";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Checkbox } from "#components/ui/checkbox";
import { formatCount } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import { TextField } from "#components/ui/text-field";
import { type FacetName, type FacetValue, NO_VALUE } from "./facets-model";

/** A longer list shows its first values and can be searched. */
const SHORT_MAX = 10;

const words: Partial<Record<FacetName, ReadonlyMap<string, string>>> = {
  type: new Map(Object.entries({ ...typeWords, builtin: treeText.builtin, subagent: treeText.subagent })),
  state: new Map(Object.entries(stateWords)),
  status: new Map(Object.entries(stateWords)),
  layer: new Map(Object.entries(facetsText.layers)),
  tier: new Map(Object.entries(tierWords)),
  approval: new Map(Object.entries(facetsText.approvals)),
  security: new Map(Object.entries(facetsText.security)),
  files: new Map(Object.entries(facetsText.files)),
  scope: new Map([[NO_VALUE, facetsText.everybody]]),
  owner: new Map([[NO_VALUE, facetsText.nobody]]),
};

function toWord(facet: FacetName, value: string): string {
  return words[facet]?.get(value) ?? value;
}

export type FacetSectionProps = {
  facet: FacetName;
  values: readonly FacetValue[];
  chosen: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (facet: FacetName, values: readonly string[]) => void;
};

/** One facet: its title opens and closes it, its values are alternatives. */
export function FacetSection({ facet, values, chosen, isOpen, onOpenChange, onChange }: FacetSectionProps) {
  const id = useId();
  const title = facetsText.titles[facet];
  const meaning = facetsText.meanings[facet];
  return (
    <section className="px-1.5">
      <h2 className="font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onOpenChange(!isOpen)}
          className="flex h-7 w-full items-center gap-1 rounded-md pr-1.5 text-left text-meta text-muted hover:bg-hover hover:text-fg pointer-coarse:min-h-8"
        >
          <ChevronRight
            aria-hidden
            size={12}
            className={joinClasses("shrink-0 transition-transform duration-100", isOpen && "rotate-90")}
          />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {chosen.length > 0 ? (
            <Badge tone="accent" title={facetsText.chosen(chosen.length)}>
              {chosen.length}
            </Badge>
          ) : null}
        </button>
      </h2>
      {isOpen ? (
        <fieldset id={id} className="mb-2 ml-1.5 min-w-0 pl-1.5">
          <legend className="sr-only">{title}</legend>
          {meaning === undefined ? null : <p className="pb-0.5 text-meta text-muted">{meaning}</p>}
          <FacetValues facet={facet} values={values} chosen={chosen} onChange={onChange} />
        </fieldset>
      ) : null}
    </section>
  );
}

/** The values; of a long list the first ones and those chosen, with a field that finds the others. */
function FacetValues({ facet, values, chosen, onChange }: Omit<FacetSectionProps, "isOpen" | "onOpenChange">) {
  const [wanted, setWanted] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const isLong = values.length > SHORT_MAX;
  const text = wanted.trim().toLowerCase();
  const found = text === "" ? values : values.filter(({ value }) => toWord(facet, value).toLowerCase().includes(text));
  const shown = isLong && !isWhole ? found.filter((value, index) => index < SHORT_MAX || value.isChosen) : found;
  const left = found.length - shown.length;
  return (
    <>
      {isLong ? (
        <TextField
          label={facetsText.find(facetsText.titles[facet])}
          placeholder={facetsText.find(facetsText.titles[facet])}
          isLabelHidden
          value={wanted}
          onChange={setWanted}
          className="mb-1"
        />
      ) : null}
      {shown.map(({ value, count, isChosen }) => (
        <Checkbox
          key={value}
          isSelected={isChosen}
          isDisabled={count === 0 && !isChosen}
          onChange={(isSelected) =>
            onChange(facet, isSelected ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
          className="h-6"
        >
          <span className="min-w-0 flex-1 truncate" title={toWord(facet, value)}>
            {toWord(facet, value)}
          </span>
          <span className={joinClasses("text-meta text-muted", isChosen && "font-medium")}>{formatCount(count)}</span>
        </Checkbox>
      ))}
      {found.length === 0 ? <p className="text-meta text-muted">{facetsText.noneFound}</p> : null}
      {left > 0 || (isLong && isWhole) ? (
        <Button size="small" variant="quiet" onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? facetsText.fewer : facetsText.more(left)}
        </Button>
      ) : null}
    </>
  );
}
