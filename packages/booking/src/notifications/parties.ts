import type { JaanchEvent } from '@jaanch/eventlog/events'
import type { Booking } from '../booking.ts'

/** The customer and the lab of a booking. `recollection`, `status`: only of one in which rejected samples are collected again */
export type BookingParties = Pick<Booking, 'customerId' | 'labPartnerId'> &
  Partial<Pick<Booking, 'recollection' | 'status'>>

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
  if (event.type === 'RecollectionProposed') {
    const { customerId, recollection } = event.data
    return { customerId, labPartnerId: null, recollection, status: 'pending_customer_confirmation' }
  }
  if (event.type === 'OrderConfirmed' && parties?.recollection) return { ...parties, status: 'confirmed' }
  if (event.type === 'LabAssigned' && parties) {
    return { ...parties, labPartnerId: event.data.labPartnerId }
  }
  if (event.type === 'LabDeclined' && parties) return { ...parties, labPartnerId: null }
  return parties
}
