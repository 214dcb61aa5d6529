import type { LabPartnerEvent } from '@jaanch/account/labs/events'
import type { BookingEvent } from '@jaanch/booking/events'
import type { PrescriptionEvent } from '@jaanch/booking/prescriptions/events'
import type { RecordEvent } from './records.ts'

/** The kinds of streams and the events in them. */
export type StreamEvents = {
  booking: BookingEvent
  prescription: PrescriptionEvent
  lab: LabPartnerEvent
  package: Extract<RecordEvent, { data: { packageId: string } }>
  catalogue: Extract<RecordEvent, { type: 'CatalogueChanged' }>
  'price-list': Extract<RecordEvent, { data: { priceListId: string } }>
  user: Extract<RecordEvent, { data: { userId: string } }>
}
export type StreamKind = keyof StreamEvents

/** A stream's id is its kind and the id of the thing: `booking-<uuid>`. */
export function streamId(kind: StreamKind, id: string): string {
  return `${kind}-${id}`
}

/** @returns the thing's id, or undefined when the stream is of another kind */
export function parseStreamId(kind: StreamKind, stream: string): string | undefined {
  return stream.startsWith(`${kind}-`) ? stream.slice(kind.length + 1) : undefined
}
