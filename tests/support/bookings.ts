import { bookingCalls } from '@jaanch/booking/api'
import { custodyCalls } from '@jaanch/collection/api'
import type { Lab, Person } from './people.ts'

type Caller = Pick<Person, 'client'>

export function readBooking({ client }: Caller, id: string) {
  return client.call(bookingCalls.getBooking, { params: { id } })
}

export function assignLab({ client }: Caller, id: string, { labPartnerId }: Pick<Lab, 'labPartnerId'>) {
  return client.call(bookingCalls.assignLab, { params: { id }, body: { labPartnerId } })
}

/** @param collectorId null takes the visit from its collector */
export function assignCollector({ client }: Caller, id: string, collectorId: string | null) {
  return client.call(custodyCalls.assignCollector, { params: { id }, body: { collectorId } })
}

export function cancelBooking({ client }: Caller, id: string) {
  return client.call(bookingCalls.changeBookingStatus, { params: { id }, body: { status: 'cancelled' } })
}
