import type { JaanchEvent } from '@jaanch/contracts/events/registry'

/** The customer and the lab of a booking. */
export type BookingParties = { customerId: string; labPartnerId: string | null }

/** An event of any stream; position and version are not needed. */
export type StreamEvent = JaanchEvent & { streamId: string }

/** @param parties of the booking before the event; undefined before its first event and for other streams @returns the parties after it */
export function evolveParties(
  parties: BookingParties | undefined,
  event: StreamEvent,
): BookingParties | undefined {
  if (event.type === 'BookingPlaced' || event.type === 'OrderProposed') {
    return { customerId: event.data.customerId, labPartnerId: null }
  }
  if (event.type === 'LabAssigned' && parties) {
    return { ...parties, labPartnerId: event.data.labPartnerId }
  }
  if (event.type === 'LabDeclined' && parties) return { ...parties, labPartnerId: null }
  return parties
}
