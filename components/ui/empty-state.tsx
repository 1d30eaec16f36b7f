import type { ReactNode } from "react";

export type EmptyStateProps = {
  /** One sentence on what will be here. */
  sentence: string;
  /** The one action that fills it. */
  action?: ReactNode;
  icon?: ReactNode;
  /** The page has nothing else: this sentence is its heading. */
  isPage?: boolean;
};

export function EmptyState({ sentence, action, icon, isPage }: EmptyStateProps) {
  const Sentence = isPage ? "h1" : "p";
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-6">
      {icon ? <span className="text-muted">{icon}</span> : null}
      <Sentence className="max-w-[60ch] font-normal text-muted">{sentence}</Sentence>
      {action}
    </div>
  );
}
