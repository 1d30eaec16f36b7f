import { PrismaClient } from "#generated/prisma/client";
import { withBusyRetry } from "./busy-retry";
import { createAdapterFactory } from "./reconnecting-adapter";
import { toStateError } from "./state-error";
import type { Writer } from "./writer";

const READS: ReadonlySet<string> = new Set([
  "findUnique",
  "findUniqueOrThrow",
  "findFirst",
  "findFirstOrThrow",
  "findMany",
  "count",
  "aggregate",
  "groupBy",
  "$queryRaw",
  "$queryRawUnsafe",
]);

/**
 * The Prisma client: writes go through the writer's queue, and everything waits for a foreign lock instead of failing.
 * Contract: no `$transaction` on it, since its inner operations would wait in the queue behind themselves; what
 * must be atomic is one nested write or `store.writer.transaction`.
 */
export function openClient(file: string, writer: Writer) {
  const client = new PrismaClient({ adapter: createAdapterFactory(file) });
  return client.$extends({
    name: "busy-retry",
    query: {
      $allOperations({ operation, args, query }) {
        if (!READS.has(operation)) return writer.enqueue(() => query(args));
        return withBusyRetry(() => query(args)).catch((error: unknown) => {
          throw toStateError(error, file);
        });
      },
    },
  });
}

export type Client = Omit<ReturnType<typeof openClient>, "$transaction">;
