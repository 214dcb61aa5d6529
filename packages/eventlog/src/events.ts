import type { EventDefinition } from '@jaanch/contracts/event'

export type JaanchEvent = StreamEvents[keyof StreamEvents]
export type EventType = JaanchEvent['type']

/** An event as it is read from the log. */
export type Recorded<Event extends JaanchEvent = JaanchEvent> = Event & {
  /** Place in the log: 1, 2, 3 … without gaps */
  position: number
  streamId: string
  /** Place in its stream: 1, 2, 3 … without gaps */
  version: number
  /** `<role>:<user id>`, or `system:<consumer>` */
  actor: string
  correlationId: string | null
  /** Position of the event that caused this one */
  causationId: number | null
  /** The id of the append that recorded it */
  appendId: string
  at: Date
}

/** This code does not know the type, or its version: newer code wrote the event. */
export class UnknownEventError extends Error {
  override name = 'UnknownEventError'
}

let declared: ReadonlyMap<string, EventDefinition> | undefined

/** Declares the events that a program or a thread reads or writes, once: an event of another type is one that newer code wrote. */
export function declareEvents<Definitions extends Readonly<Record<string, EventDefinition>>>(
  definitions: Definitions,
): Definitions {
  declared = new Map(Object.entries(definitions))
  return definitions
}

function definitionOf(type: string): EventDefinition {
  if (!declared) throw new Error('This program has declared no events')
  const definition = declared.get(type)
  if (!definition) throw new UnknownEventError(`No event type is called ${type}`)
  return definition
}

/** Validates an event before it is written. @throws ZodError for data that does not match the type */
export function checkEvent(event: JaanchEvent): { type: EventType; schemaVersion: number; data: unknown } {
  const definition = definitionOf(event.type)
  return {
    type: event.type,
    schemaVersion: definition.schemaVersion,
    data: definition.data.parse(event.data),
  }
}

/**
 * Validates an event that was read from the log.
 * @throws UnknownEventError for a type or version that newer code wrote, ZodError
 */
export function reviveEvent(type: string, schemaVersion: number, data: Record<string, unknown>): JaanchEvent {
  const definition = definitionOf(type)
  if (schemaVersion > definition.schemaVersion)
    throw new UnknownEventError(`Version ${schemaVersion} of ${type} is newer than this code`)
  return { type, data: definition.data.parse(data) } as JaanchEvent
}

/**
 * The kinds of streams and the events in them. A subject adds its own beside its events:
 * `declare module './events.ts' { interface StreamEvents { booking: BookingEvent } }`
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
