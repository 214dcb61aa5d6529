import type { BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import type { Context } from '../../context.ts'
import { bookings, viewBooking } from './command-booking.ts'
import { requestedVisit, type VisitRequest } from './requested-visit.ts'

export type VisitView = ResponseOf<typeof bookingRoutes.placeBooking>

/** The bookings of a request that was recorded, as they are now. @returns undefined if none is there */
export async function viewVisit(
  context: Context,
  body: VisitRequest,
  id: string,
): Promise<VisitView | undefined> {
  const views = await Promise.all(
    requestedVisit(body, id).bookings.map(async ({ bookingId }) => {
      const booking = await bookings.load(context.logDb, bookingId)
      return booking && viewBooking(context, booking)
    }),
  )
  return answerOf(views.filter((view) => view !== undefined))
}

/** The first booking, and of several people all. */
export function answerOf(views: readonly BookingView[]): VisitView | undefined {
  const [first] = views
  return first && { ...first, ...(views.length > 1 && { bookings: [...views] }) }
}
