import type { Place } from '@jaanch/contracts/booking'
import { bookingSummaryModel } from '@jaanch/domain/booking/evolve'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type pg from 'pg'
import type { Caller } from '../../auth/caller.ts'

const bookings = commandHandler(bookingSummaryModel)

/** `id`: of its row in `visit_places` */
export type FoundVisit = { id: string; labPartnerId: string | null; place: Place | null }

/** @returns the visit of a booking, for its customer and admins; null for others, or if there is none */
export async function findVisit(
  { logDb }: { logDb: pg.Pool },
  bookingId: string,
  { role, userId }: Pick<Caller, 'role' | 'userId'>,
): Promise<FoundVisit | null> {
  if (role === 'lab-partner') return null
  const booking = await bookings.load(logDb, bookingId)
  if (!booking || (role === 'customer' && booking.customerId !== userId)) return null
  return { id: booking.visitId, labPartnerId: booking.labPartnerId, place: booking.place }
}
