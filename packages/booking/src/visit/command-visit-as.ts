import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type pg from 'pg'
import type { BookingSummary } from '../booking.ts'
import type { BookingLog } from '../command-booking.ts'
import { makesVisit, maySeeBooking } from '../policies.ts'
import { type Choice, commandVisit, type LoadedVisit, loadVisit, type VisitTarget } from './command-visit.ts'

/** A request for the visit of a booking. */
export type VisitRequest = {
  bookingId: string
  /** Of the named booking's append; those of the others follow from it */
  appendId: string
  /** The append ids of all, if they are others */
  appendIdOf?: (bookingId: string) => string
  caller: Caller
  requestId: string
  /** The caller sees the booking no longer, once the command is done */
  isGivenUp?: boolean
} & Pick<VisitTarget, 'beforeAppend' | 'isVoid'>

type NamedVisit = LoadedVisit & { named: BookingSummary }

/**
 * Gives a command to the visit of a booking that the caller may see.
 * @returns the booking after the command, and the refusal if there was one
 * @throws AppError not-found; as `commandVisit`
 */
export async function commandVisitAs(
  { appender, logDb: pool, now }: BookingLog,
  request: VisitRequest,
  choose: (visit: NamedVisit) => Choice | Promise<Choice>,
): Promise<{
  booking: BookingSummary
  /** Those of the visit that the caller may see */
  bookings: readonly BookingSummary[]
  refused: ErrorCode | undefined
  isNew: boolean
}> {
  const { bookingId, appendId, caller, requestId: correlationId, beforeAppend, isVoid } = request
  const ids = request.appendIdOf ?? ((id) => (id === bookingId ? appendId : appendIdOf(appendId, id)))
  const { booking, bookings, refused, isNew } = await commandVisit(
    { appender, pool },
    {
      bookingId,
      originOf: (id) => ({ appendId: ids(id), actor: actorOf(caller), correlationId }),
      beforeAppend,
      ...(isVoid && { isVoid }),
    },
    (visit) => {
      const named = visit.bookings.find((member) => member.bookingId === bookingId)
      const history = visit.histories.get(bookingId) ?? []
      if (!named || !maySeeBooking(caller, named) || !makesVisit(caller, history))
        throw new AppError('not-found')
      return choose({ ...visit, named })
    },
    now,
  )
  // a repeated request is not decided again: meanwhile, the booking may belong to another lab
  if (!booking || !(request.isGivenUp || maySeeBooking(caller, booking))) throw new AppError('not-found')
  const { visitId } = booking
  const isSeen = (each: BookingSummary) => request.isGivenUp || maySeeBooking(caller, each)
  const seen = bookings.filter((each) => each.visitId === visitId && isSeen(each))
  return { booking, bookings: seen, refused, isNew }
}

/** @returns the visit of a booking, which is its first. @throws AppError not-found, also if the caller may not see it */
export async function findVisitOf(
  { logDb }: { logDb: pg.Pool },
  bookingId: string,
  caller: Caller,
): Promise<[BookingSummary, ...BookingSummary[]]> {
  const { bookings } = await loadVisit(logDb, bookingId)
  const named = bookings.find((booking) => booking.bookingId === bookingId)
  if (!named || !maySeeBooking(caller, named)) throw new AppError('not-found')
  return [named, ...bookings.filter((booking) => booking !== named)]
}
