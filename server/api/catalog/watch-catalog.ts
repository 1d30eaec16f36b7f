import { actorProcedure } from "#server/api/trpc";
import type { Registry } from "#server/registry/catalog";

export type CatalogRevision = { revision: string };

/** The revision of now, then each new one; a slow reader gets the newest only. */
export const watchCatalog = actorProcedure("read").subscription(async function* ({ ctx, signal }) {
  yield* followRevisions(ctx.services.registry, signal ?? new AbortController().signal);
});

async function* followRevisions(registry: Registry, signal: AbortSignal): AsyncGenerator<CatalogRevision> {
  let sent: string | null = null;
  let wake = (): void => {};
  const stop = registry.onChange(() => wake());
  const stopOnAbort = (): void => wake();
  signal.addEventListener("abort", stopOnAbort);
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { revision } = registry.current();
      if (revision === sent) {
        await changed;
        continue;
      }
      sent = revision;
      yield { revision };
    }
  } finally {
    stop();
    signal.removeEventListener("abort", stopOnAbort);
  }
}
