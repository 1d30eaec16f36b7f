import { type EventType, eventPayloads, type PayloadOf, type WireEvent } from "#server/loop/events";
import type { Backend } from "./backend";

const PAYLOADS: { [T in EventType]: { parse(value: unknown): PayloadOf<T> } } = eventPayloads;

/** The payload of an event as its type's own shape, fetched where it is a blob; null when the event is of another type. */
export async function findPayload<T extends EventType>(
  event: WireEvent,
  type: T,
  backend: Pick<Backend, "loadBlob">,
): Promise<PayloadOf<T> | null> {
  if (event.type !== type) return null;
  const raw = event.blob_digest === undefined ? event.payload : await backend.loadBlob(event.blob_digest);
  return PAYLOADS[type].parse(raw);
}
