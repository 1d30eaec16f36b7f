import { Fragment } from "react";
import { placeText } from "#components/messages/en/place";
import { treeText } from "#components/messages/en/tree";
import { Chip } from "#components/ui/chip";
import { ConcealedText } from "#components/ui/concealed-text";
import { joinClasses } from "#components/ui/join-classes";
import { Part } from "./part";
import { type CapabilityPlace, DIMENSIONS_ID, toDimensions, toNameParts, toValueText } from "./place-model";

const text = placeText.dimensions;

type Field = CapabilityPlace["fields"][number];

/** All fields of the seven dimensions, set or not, with who says so. */
export function DimensionTable({ place }: { place: CapabilityPlace }) {
  return (
    <Part title={text.title} id={DIMENSIONS_ID}>
      <p className="mb-2 text-muted">{text.meaning}</p>
      <div className="columns-2 gap-x-8 max-wide:columns-1">
        {toDimensions(place.fields).map((dimension) => (
          <section
            key={dimension.name}
            aria-label={treeText.dimensionTitles[dimension.name]}
            className="min-w-0 break-inside-avoid pb-3"
          >
            <h3 className="border-line border-b pb-0.5 font-medium text-meta">
              {treeText.dimensionTitles[dimension.name]}
            </h3>
            <dl>
              {dimension.fields.map((field) => (
                <FieldLine key={field.name} field={field} isTool={place.source === "host"} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Part>
  );
}

function FieldLine({ field, isTool }: { field: Field; isTool: boolean }) {
  const origin = field.origin === "own" && isTool ? "ownTool" : field.origin;
  const isSaid = field.origin !== "default" && field.origin !== "unset";
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_56px] items-baseline gap-x-3 border-line border-b py-0.5">
      <dt className="break-words text-muted">
        {toNameParts(field.name).map((part) => (
          <Fragment key={part}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </dt>
      <dd className={joinClasses("min-w-0 break-words", field.origin === "unset" && "text-muted")}>
        <ConcealedText text={toValueText(field)} />
      </dd>
      <dd className="text-right text-meta text-muted" title={text.originMeanings[origin]}>
        {isSaid ? (
          <Chip tone={field.origin === "own" ? "accent" : "neutral"}>{text.origins[origin]}</Chip>
        ) : (
          text.origins[origin]
        )}
      </dd>
    </div>
  );
}
