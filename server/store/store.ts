import type { Client } from "./client";
import type { Writer } from "./writer";

/**
 * The database, open. Rows leave this folder only as the domain types of its row modules (`logs.ts`, `trust.ts`, ...);
 * each of those exports functions that take a Store first.
 */
export type Store = {
  readonly db: Client;
  readonly writer: Writer;
  /** Random id of this copy of the log; new on import or restore (design.md 5). */
  readonly epoch: string;
  [Symbol.asyncDispose](): Promise<void>;
};
