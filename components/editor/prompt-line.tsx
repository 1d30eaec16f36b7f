import { placeText } from "#components/messages/en/place";
import { CodeBlock } from "#components/ui/code-block";
import { Part } from "./part";
import type { CapabilityPlace } from "./place-model";

const text = placeText.prompt;
const LINES_MAX = 12;

/** The lines a model reads of it, and what they cost. */
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
      <p className="mb-1 text-muted">{text.meaning(prompt.tokens.toLocaleString("en-US"))}</p>
      <CodeBlock label={text.label} text={prompt.line} maxLines={LINES_MAX} />
    </Part>
  );
}
