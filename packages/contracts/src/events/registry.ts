import { bookingEvents } from './booking.ts'
import type { EventDefinition, EventOf } from './event.ts'
import { labPartnerEvents } from './lab-partner.ts'
import { prescriptionEvents } from './prescription.ts'
import { recordEvents } from './records.ts'

/** Every event type there is, declared once. */
export const eventDefinitions = {
  ...bookingEvents,
  ...prescriptionEvents,
  ...labPartnerEvents,
  ...recordEvents,
}

export type JaanchEvent = EventOf<typeof eventDefinitions>
export type EventType = JaanchEvent['type']

/** What the log adds to an event when it is read back. */
export type Recorded<Event extends JaanchEvent = JaanchEvent> = Event & {
  /** Place in the whole log: 1, 2, 3 … without a gap */
  position: number
  streamId: string
  /** Place in its stream: 1, 2, 3 … without a gap */
  version: number
  /** `<role>:<user id>`, or `system:<consumer>` */
  actor: string
  correlationId: string | null
  /** Position of the event that led to this one */
  causationId: number | null
  at: Date
}

export class UnknownEventError extends Error {
  override name = 'UnknownEventError'
}

function definitionOf(type: string): EventDefinition {
  if (!Object.hasOwn(eventDefinitions, type)) throw new UnknownEventError(`No event type is called ${type}`)
  return eventDefinitions[type as EventType]
}

/** Checks an event before it is written. Throws a ZodError on data that is not the type's. */
export function checkEvent(event: JaanchEvent): { type: EventType; schemaVersion: number; data: unknown } {
  const definition = definitionOf(event.type)
  return {
    type: event.type,
    schemaVersion: definition.schemaVersion,
    data: definition.data.parse(event.data),
  }
}

/** Brings stored data of any version ever written up to today's shape. Throws UnknownEventError or a ZodError. */
export function reviveEvent(type: string, schemaVersion: number, data: Record<string, unknown>): JaanchEvent {
  const definition = definitionOf(type)
  const current = definition.upcasters.slice(schemaVersion - 1).reduce((older, upcast) => upcast(older), data)
  return { type, data: definition.data.parse(current) } as JaanchEvent
}
