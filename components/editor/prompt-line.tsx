import { placeText } from "#components/messages/en/place";
import { ConcealedText } from "#components/ui/concealed-text";
import { CopyButton } from "#components/ui/copy-button";
import { Part } from "./part";
import type { CapabilityPlace } from "./place-model";

const text = placeText.prompt;

/** The lines a model reads of it, whole and as text, and what they cost. */
export function PromptLine({ prompt }: { prompt: CapabilityPlace["prompt"] }) {
  if (prompt === null) {
    return (
      <Part title={text.title}>
        <p className="text-muted">{text.none}</p>
      </Part>
    );
  }
  return (
    <Part title={text.title}>
      <p className="mb-1 flex items-center gap-1 text-muted">
        {text.meaning(prompt.tokens.toLocaleString("en-US"))}
        <CopyButton text={prompt.line} label={text.copy} />
      </p>
      <pre className="m-0 rounded-md border border-line bg-raised px-2.5 py-1.5">
        {[...prompt.line.split("\n").entries()].map(([at, line]) => (
          <code key={`${at} ${line}`} className="block whitespace-pre-wrap break-words leading-[18px]">
            <ConcealedText text={line} />
          </code>
        ))}
      </pre>
    </Part>
  );
}
