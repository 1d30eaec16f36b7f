"use client";

import { newCapabilityText } from "#components/messages/en/new-capability";
import { typeWords } from "#components/messages/en/words";
import { joinClasses } from "#components/ui/join-classes";
import { TypeIcon } from "#components/ui/type-icon";

const text = newCapabilityText;

type CapabilityType = keyof typeof typeWords;
const TYPES: readonly CapabilityType[] = ["tool", "forge", "skill", "focus_mode"];

export type TypeChoiceProps = { value: CapabilityType; onChange: (type: CapabilityType) => void };

/** One of the four types, each with what it is: native radio buttons in rows that can be pressed as a whole. */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-meta text-muted">{text.type}</legend>
      <div className="overflow-hidden rounded-md border border-control">
        {TYPES.map((type) => (
          <label
            key={type}
            className={joinClasses(
              "grid min-h-8 grid-cols-[auto_auto_88px_1fr] items-center gap-x-2 border-line border-b px-2.5 py-1 last:border-b-0 max-phone:grid-cols-[auto_auto_1fr]",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-[-2px]",
              type === value ? "bg-accent-soft" : "hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name="type"
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
              className="accent-accent-solid outline-none"
            />
            <TypeIcon kind={type} />
            <span className="font-medium">{typeWords[type]}</span>
            <span className="text-muted max-phone:col-start-3">{text.types[type]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
