/**
 * The kinds of streams and the events in them. A subject adds its own beside its events:
 * `declare module '@jaanch/eventlog/events/streams' { interface StreamEvents { booking: BookingEvent } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: the log knows no subject
export interface StreamEvents {}
export type StreamKind = keyof StreamEvents

/** A stream's id is its kind and the id of the thing: `booking-<uuid>`. */
export function streamId(kind: StreamKind, id: string): string {
  return `${kind}-${id}`
}

/** @returns the thing's id, or undefined when the stream is of another kind */
export function parseStreamId(kind: StreamKind, stream: string): string | undefined {
  return stream.startsWith(`${kind}-`) ? stream.slice(kind.length + 1) : undefined
}
