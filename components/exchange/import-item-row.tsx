import { exchangeText } from "#components/messages/en/exchange";
import { Button } from "#components/ui/button";
import { Checkbox } from "#components/ui/checkbox";
import { Chip } from "#components/ui/chip";
import { ConcealedText } from "#components/ui/concealed-text";
import { canCreate, type ImportItem, sortIssues } from "./import-model";

const text = exchangeText.import;
const tones = { error: "danger", warning: "warn", info: "neutral" } as const;

export type ImportItemRowProps = {
  item: ImportItem;
  isChosen: boolean;
  onChoose: (isOn: boolean) => void;
  onRename: (name: string) => void;
};

/** One capability to be: its name and why it has it, what it does, what to look at before it is made. */
export function ImportItemRow({ item, isChosen, onChoose, onRename }: ImportItemRowProps) {
  const { name, originalName, nameReason, nameCode, format, description, collision, disabled, issues, files } = item;
  const shown = sortIssues(issues.filter(({ message }) => message !== disabled?.reason));
  return (
    <li className="border-line border-b py-1.5 [contain-intrinsic-size:auto_52px] [content-visibility:auto]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Checkbox isSelected={isChosen} isDisabled={!canCreate(item)} onChange={onChoose} className="min-w-0">
          <span className="min-w-0 break-all font-mono text-code">{name}</span>
        </Checkbox>
        {name === originalName ? null : (
          <span className="min-w-0 break-all text-meta text-muted" title={nameReason}>
            <ConcealedText text={text.from(originalName)} />
          </span>
        )}
        <span className="ml-auto flex items-center gap-1.5">
          {files.length > 1 ? <span className="text-meta text-muted">{text.files(files.length)}</span> : null}
          <Chip title={item.place}>{exchangeText.formats[format]}</Chip>
        </span>
      </div>
      <div className="flex flex-col gap-0.5 pl-[22px] text-meta">
        {description === "" ? null : (
          <p className="line-clamp-1 text-muted">
            <ConcealedText text={description.replace(/\s+/g, " ")} />
          </p>
        )}
        {nameCode === "clash" || nameCode === "too_long" ? (
          <p className="break-words text-muted">{nameReason}</p>
        ) : null}
        {collision === null ? null : (
          <p className="flex flex-wrap items-center gap-2 text-warn">
            {collision.message}
            <Button size="small" onPress={() => onRename(collision.suggestedName)}>
              {text.rename(collision.suggestedName)}
            </Button>
          </p>
        )}
        {disabled === undefined ? null : <p className="text-danger">{text.disabled(disabled.reason)}</p>}
        {shown.length === 0 ? null : (
          <details>
            <summary className="w-fit cursor-default text-muted hover:text-fg">{text.findings(shown.length)}</summary>
            <ul className="flex flex-col gap-0.5 py-0.5">
              {shown.map((issue) => (
                <li key={issue.code + issue.message} className="flex items-baseline gap-1.5">
                  <Chip tone={tones[issue.severity]}>{text.severities[issue.severity]}</Chip>
                  <span className="min-w-0 break-words">
                    <ConcealedText text={issue.message} />
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
