/** A stream's id is its kind and the id of the thing: `booking-<uuid>`. */
export type StreamKind = 'booking' | 'prescription' | 'lab' | 'package' | 'user'

export function streamId(kind: StreamKind, id: string): string {
  return `${kind}-${id}`
}

/** @returns the thing's id, or undefined when the stream is of another kind */
export function parseStreamId(kind: StreamKind, stream: string): string | undefined {
  return stream.startsWith(`${kind}-`) ? stream.slice(kind.length + 1) : undefined
}
