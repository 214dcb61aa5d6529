/** For tests: a log that contains every version of every event type. It never depends on time or chance. */
import { bookingEvents } from '@jaanch/contracts/events/booking'
import { labPartnerEvents } from '@jaanch/contracts/events/lab-partner'
import { prescriptionEvents } from '@jaanch/contracts/events/prescription'
import { type EventType, eventDefinitions } from '@jaanch/contracts/events/registry'
import { type StreamKind, streamId } from '@jaanch/contracts/events/streams'
import { eventSamples } from '@jaanch/contracts/testing/event-samples'
import { sampleId } from '@jaanch/contracts/testing/sample-of'
import { z } from 'zod'

type StoredEvent = { type: EventType; schemaVersion: number; data: Record<string, unknown> }
export type SampleEvent = StoredEvent & { streamId: string; version: number }

/** Kinds of streams that are opened by an event with the stream's own id under `idKey`. */
const families: { kind: StreamKind; idKey: string; openings: EventType[]; types: EventType[] }[] = [
  {
    kind: 'booking',
    idKey: 'bookingId',
    openings: ['BookingPlaced', 'OrderProposed'],
    types: Object.keys(bookingEvents) as EventType[],
  },
  {
    kind: 'prescription',
    idKey: 'prescriptionId',
    openings: ['PrescriptionUploaded'],
    types: Object.keys(prescriptionEvents) as EventType[],
  },
  {
    kind: 'lab',
    idKey: 'labPartnerId',
    openings: ['LabApplied'],
    types: Object.keys(labPartnerEvents) as EventType[],
  },
]

/**
 * For each event that opens a stream: a stream with all other events of its kind, and a short stream with each of them (for
 * bookings after the assignment of a lab). The short streams occur with each value of the event's enums and booleans.
 */
export function sampleLog(): SampleEvent[] {
  let streams = 0
  function stream(kind: StreamKind, idKey: string, events: StoredEvent[]): SampleEvent[] {
    streams += 1
    const id = sampleId(1_000 + streams)
    return events.map((event, index) => ({
      ...event,
      data: index === 0 ? { ...event.data, [idKey]: id } : event.data,
      streamId: streamId(kind, id),
      version: index + 1,
    }))
  }

  const ofFamilies = families.flatMap(({ kind, idKey, openings, types }) => {
    const others = types.filter((type) => !openings.includes(type))
    const before = kind === 'booking' ? samplesOf('LabAssigned') : []
    return openings.flatMap(samplesOf).flatMap((opening) => [
      ...stream(kind, idKey, [opening, ...others.flatMap(samplesOf)]),
      ...variantsOf(opening).flatMap((variant) => stream(kind, idKey, [variant])),
      ...others
        .flatMap(samplesOf)
        .flatMap(variantsOf)
        .flatMap((variant) => stream(kind, idKey, [opening, ...before, variant])),
    ])
  })
  const otherTypes = (Object.keys(eventDefinitions) as EventType[]).filter((type) =>
    families.every(({ types }) => !types.includes(type)),
  )
  return [
    ...ofFamilies,
    ...otherTypes.flatMap(samplesOf).flatMap((event) => stream('package', 'packageId', [event])),
  ]
}

function samplesOf(type: EventType): StoredEvent[] {
  return eventSamples[type].map(({ version, stored: data }) => ({ type, schemaVersion: version, data }))
}

/** The event itself, and copies with each possible value of one field. */
function variantsOf(event: StoredEvent): StoredEvent[] {
  const { schemaVersion, data } = eventDefinitions[event.type]
  // the schema is that of the newest version
  if (event.schemaVersion !== schemaVersion) return [event]
  const copies = Object.entries<z.ZodType>(data.shape).flatMap(([key, schema]) =>
    valuesOf(schema).map((value) => ({ ...event, data: { ...event.data, [key]: value } })),
  )
  return [event, ...copies]
}

function valuesOf(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodOptional) return [undefined, ...valuesOf(schema.unwrap() as z.ZodType)]
  if (schema instanceof z.ZodNullable) return [null, ...valuesOf(schema.unwrap() as z.ZodType)]
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodUUID) return [sampleId(99)]
  return []
}
