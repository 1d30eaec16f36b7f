import { healthText } from "#components/messages/en/health";
import { formatCount } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import type { Health, HealthSectionName } from "./health-model";

export type SectionListProps = {
  sections: Health["sections"];
  shown: HealthSectionName;
  onChoose: (name: HealthSectionName) => void;
};

/** The kinds of trouble with their counts; a count is lit where something wants mending. */
export function SectionList({ sections, shown, onChoose }: SectionListProps) {
  return (
    <ul aria-label={healthText.sections} className="flex flex-col gap-0.5 p-2">
      {sections.map(({ name, count, toMend, isUnknown }) => (
        <li key={name}>
          <button
            type="button"
            aria-current={name === shown ? "true" : undefined}
            onClick={() => onChoose(name)}
            className={joinClasses(
              "flex h-7 w-full items-center gap-2 rounded-md px-2 text-left pointer-coarse:min-h-8",
              name === shown ? "bg-pressed font-medium" : "text-muted hover:bg-hover hover:text-fg",
            )}
          >
            <span className="min-w-0 flex-1 truncate">{healthText.names[name]}</span>
            <span
              className={joinClasses("text-meta", toMend > 0 ? "rounded-sm bg-warn-soft px-1 text-warn" : "text-muted")}
            >
              {isUnknown ? "?" : formatCount(count)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
