import type { EventType, PayloadOf, WireEvent } from "#server/loop/events";

/**
 * The payload of an event of a known type; undefined when the event is of another type or its payload lies behind a blob
 * digest. The cast is the wire's boundary: the server parsed the payload with this type's schema before it was stored.
 */
export function payloadOf<T extends EventType>(event: WireEvent, type: T): PayloadOf<T> | undefined {
  return event.type === type && event.payload !== undefined ? (event.payload as PayloadOf<T>) : undefined;
}
