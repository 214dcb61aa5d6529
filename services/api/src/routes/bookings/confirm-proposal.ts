import type { BookingSummary } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { instantSlots } from '@jaanch/domain/booking/instant-slots'
import { isPlaceLost } from '@jaanch/storage/place-changes'
import type { Context } from '../../context.ts'
import { areaOfBooking } from '../../places/area.ts'
import { type BookedPlace, bookPlace, type NewVisit } from './book-place.ts'
import type { BookingRow } from './booking-details.ts'
import { type BookingRequest, decideBooking, findBooking, viewBooking } from './command-booking.ts'

const fullText =
  'The place of this order was kept for two days at most, and it has been taken since. Please call us for another time.'

/**
 * The customer confirms an order, with the place that it was proposed with. One that was given back meanwhile is taken anew.
 * @throws AppError proposal-over, slot-full, not-awaiting-confirmation, not-found
 */
export async function confirmProposal(context: Context, request: BookingRequest): Promise<BookingView> {
  async function confirm(target: Pick<BookingRequest, 'row' | 'rowOf'>, booked?: BookedPlace) {
    const { booking, refused, appended } = await decideBooking(
      context,
      { ...request, ...target },
      (proposed) => ({
        type: 'confirmOrder',
        ...(proposed && { proposedAt: proposed.createdAt }),
        ...(booked && { place: booked.place }),
      }),
    )
    if (refused || !booking) throw new AppError(refused ?? 'not-found')
    return { booking, isNew: appended?.duplicate === false }
  }

  try {
    return await viewBooking(context, (await confirm({ rowOf: keepPlace })).booking)
  } catch (error) {
    if (!isPlaceLost(error)) throw error
  }
  const wanted = await wantedVisit(context, await findBooking(context, request.bookingId, request.caller))
  const recorded = await bookPlace(context, wanted, [request.appendId], (booked) =>
    confirm({ row: booked.change && { place: booked.change } }, booked),
  )
  if (recorded === 'full') throw new AppError('slot-full', fullText)
  return viewBooking(context, recorded.booking)
}

function keepPlace(booking: BookingSummary | undefined): BookingRow | undefined {
  return booking?.place ? { place: { do: 'keep', visit: booking.bookingId } } : undefined
}

async function wantedVisit({ logDb, now }: Context, booking: BookingSummary): Promise<NewVisit> {
  const { bookingId: id, customerId, labPartnerId, lines, scheduledDate: date, scheduledTime: time } = booking
  return {
    id,
    bookings: 1,
    // '' is declared by no lab
    area: (await areaOfBooking(logDb, id)) ?? { pincode: '', city: '' },
    customerId,
    labPartnerId,
    packageIds: lines.map(({ packageId }) => packageId),
    isInstant: date === null,
    slots: date && time ? [{ date, slot: slotNumber(time) }] : instantSlots(now()),
  }
}
