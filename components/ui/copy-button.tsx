"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./icon-button";
import { useUiText } from "./ui-text";

export type CopyButtonProps = { text: string; label?: string };

/** Copies and says so in its own place for as long as the pointer or focus stays near. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const words = useUiText();
  const [copied, setCopied] = useState<string | null>(null);
  const isDone = copied === text;
  return (
    <IconButton
      size="small"
      label={isDone ? words.copied : (label ?? words.copy)}
      icon={isDone ? <Check size={13} /> : <Copy size={13} />}
      onPress={async () => {
        await navigator.clipboard.writeText(text);
        setCopied(text);
      }}
      onMouseLeave={() => setCopied(null)}
      onBlur={() => setCopied(null)}
    />
  );
}
