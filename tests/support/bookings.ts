import { bookingRoutes } from '@jaanch/booking/api'
import { custodyRoutes } from '@jaanch/collection/api'
import type { Lab, Person } from './people.ts'

type Caller = Pick<Person, 'client'>

export function readBooking({ client }: Caller, id: string) {
  return client.call(bookingRoutes.getBooking, { params: { id } })
}

export function assignLab({ client }: Caller, id: string, { labPartnerId }: Pick<Lab, 'labPartnerId'>) {
  return client.call(bookingRoutes.assignLab, { params: { id }, body: { labPartnerId } })
}

/** @param collectorId null takes the visit from its collector */
export function assignCollector({ client }: Caller, id: string, collectorId: string | null) {
  return client.call(custodyRoutes.assignCollector, { params: { id }, body: { collectorId } })
}

export function cancelBooking({ client }: Caller, id: string) {
  return client.call(bookingRoutes.changeBookingStatus, { params: { id }, body: { status: 'cancelled' } })
}
