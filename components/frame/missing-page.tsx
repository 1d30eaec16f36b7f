import { frameText } from "#components/messages/en/frame";
import { LinkButton } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";

export function MissingPage() {
  return (
    <EmptyState
      isPage
      sentence={frameText.notFound.sentence}
      action={<LinkButton href="/capabilities">{frameText.notFound.action}</LinkButton>}
    />
  );
}
