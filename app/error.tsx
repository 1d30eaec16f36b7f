"use client";

import { FailedPage } from "#components/frame/failed-page";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <FailedPage digest={error.digest} onRetry={reset} />;
}
