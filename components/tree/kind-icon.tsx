import { Bot, FileQuestion, Hammer } from "lucide-react";
import { treeText } from "#components/messages/en/tree";
import { typeWords } from "#components/messages/en/words";
import { TypeIcon } from "#components/ui/type-icon";
import type { ItemKind } from "./catalog-model";

/** The word for a kind of item; a broken entry's kind is not known. */
export function toKindWord(kind: ItemKind | null): string {
  if (kind === null) return treeText.unknown;
  if (kind === "builtin") return treeText.builtin;
  return kind === "subagent" ? treeText.subagent : typeWords[kind];
}

export function KindIcon({ kind, size = 14 }: { kind: ItemKind | null; size?: number }) {
  if (kind !== null && kind !== "builtin" && kind !== "subagent") {
    return <TypeIcon kind={kind} label={typeWords[kind]} size={size} />;
  }
  const Icon = kind === null ? FileQuestion : kind === "builtin" ? Hammer : Bot;
  const word = toKindWord(kind);
  return (
    <span title={word} className="inline-flex shrink-0 text-muted">
      <Icon role="img" aria-label={word} size={size} />
    </span>
  );
}
