"use client";

import { frameText } from "#components/messages/en/frame";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";

export type FailedPageProps = { digest: string | undefined; onRetry: () => void };

export function FailedPage({ digest, onRetry }: FailedPageProps) {
  const text = frameText.failed;
  return (
    <div className="p-4">
      <ErrorPanel
        title={text.title}
        meaning={text.meaning}
        next={text.next}
        code={digest}
        action={<Button onPress={onRetry}>{text.retry}</Button>}
        className="max-w-[720px]"
      />
    </div>
  );
}
