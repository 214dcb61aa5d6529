import { labPartnerEvents } from '@jaanch/account/labs/events'
import { bookingEvents } from '@jaanch/booking/events'
import { prescriptionEvents } from '@jaanch/booking/prescriptions/events'
import type { EventDefinition, EventOf } from '@jaanch/contracts/event'
import { recordEvents } from './records.ts'

/** All event types, each declared once. */
export const eventDefinitions = {
  ...bookingEvents,
  ...prescriptionEvents,
  ...labPartnerEvents,
  ...recordEvents,
}

export type JaanchEvent = EventOf<typeof eventDefinitions>
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
  /** Of the append that recorded it */
  appendId: string
  at: Date
}

/** This code does not know the type, or its version: newer code wrote the event. */
export class UnknownEventError extends Error {
  override name = 'UnknownEventError'
}

function definitionOf(type: string): EventDefinition {
  if (!Object.hasOwn(eventDefinitions, type)) throw new UnknownEventError(`No event type is called ${type}`)
  return eventDefinitions[type as EventType]
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
