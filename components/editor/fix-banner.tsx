import { Wand2 } from "lucide-react";
import { editorText } from "#components/messages/en/editor";
import { Button } from "#components/ui/button";
import { ConcealedText } from "#components/ui/concealed-text";
import { applyFixes, findFixable } from "./apply-fixes";
import type { DraftState } from "./draft-model";
import type { DraftSession } from "./draft-session";

const text = editorText.fix;

export type FixBannerProps = {
  session: DraftSession;
  state: DraftState;
  path: string;
  fileText: string;
  /** The finding at this line comes first. */
  line: number | null;
};

/** Offers what to write instead, where a finding of the open file knows it; one click writes it into the draft. */
export function FixBanner({ session, state, path, fileText, line }: FixBannerProps) {
  const fixes = findFixable(state.issues, path);
  const first = fixes.find((issue) => issue.line === line) ?? fixes[0];
  // The places of findings are those of the text that was judged: while something is unsaved they may be off.
  if (first === undefined || state.save.kind !== "clean") return null;
  const write = (chosen: typeof fixes) => {
    session.replace({ path, text: applyFixes(fileText, chosen) });
    void session.saveNow();
  };
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-3 py-1.5"
    >
      <Wand2 aria-hidden size={14} className="shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1 break-words">
        {text.offer(first.line)}{" "}
        <code className="break-all">
          <ConcealedText text={first.fix} />
        </code>
      </p>
      <Button size="small" onPress={() => write([first])}>
        {text.write}
      </Button>
      {fixes.length > 1 ? (
        <Button size="small" onPress={() => write(fixes)}>
          {text.writeAll(fixes.length)}
        </Button>
      ) : null}
    </div>
  );
}
