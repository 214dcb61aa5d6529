import { bookingCalls } from '@jaanch/booking/api'
import { commandMembers } from '@jaanch/booking/change-status'
import { identifyBooking } from '@jaanch/booking/command-booking'
import type { BookingCommand } from '@jaanch/booking/decider'
import type { LoadedVisit } from '@jaanch/booking/visit/command-visit'
import { visitCommands } from '@jaanch/booking/visit/decide'
import { isCancelled } from '@jaanch/booking/visit/visit'
import type { VisitRow } from '@jaanch/booking/visit/visit-rows'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { defaultLabRole } from '@jaanch/contracts/staff-roles'
import { serveCall } from '@jaanch/platform/http/served'
import { endedBy, tenureAt, tenuresOf, timeWithin } from '../custody/tenure.ts'

/** Records what was paid for a booking, or for those of its visit who have not paid. */
export const recordPayment = serveCall(
  bookingCalls.recordPayment,
  async (call, { appender, logDb, readPrepared, now }) => {
    const { reference, visit } = call.body
    const of = { bookingId: call.params.id, with: visit ? ('unpaid' as const) : undefined }
    const target = await identifyBooking({ logDb }, bookingCalls.recordPayment, call)
    return commandMembers(
      { appender, logDb, readPrepared, now },
      target,
      (loaded) => ({
        command: visitCommands.each({ of, command: paymentOf(call, loaded, now()) }, loaded),
        rows: reference ? referenceRows(loaded.bookings, reference) : undefined,
      }),
      visit,
    )
  },
)

type PaymentCall = {
  params: { id: string }
  body: BodyOf<typeof bookingCalls.recordPayment>
  caller: Caller
}

/**
 * A payment that a collector took before the visit was taken away, or for a booking that was cancelled meanwhile, is only reported.
 * @throws AppError visit-handed-over for what they took afterwards, outside-role for somebody with another role who never made the visit
 */
function paymentOf(
  { params, body, caller }: PaymentCall,
  { bookings, histories }: LoadedVisit,
  now: Date,
): Extract<BookingCommand, { type: 'recordPayment' | 'reportPayment' }> {
  const { method, recorded } = body
  const { userId: by, labPartnerId, formerSince } = caller
  const isCancelledNow = bookings.some((each) => each.bookingId === params.id && isCancelled(each))
  const role = caller.labRole ?? defaultLabRole
  const isAtDesk = formerSince === undefined && (role === 'owner' || role === 'front-desk')
  // an owner may make the round too
  if (labPartnerId === null || (isAtDesk && !(isCancelledNow && recorded)))
    return { type: 'recordPayment', method }
  const assignee = { labPartnerId, collectorId: isAtDesk ? null : by }
  const tenures = endedBy(formerSince, tenuresOf(histories.get(params.id) ?? [], assignee))
  if (!isAtDesk && role !== 'collector' && tenures.length === 0) throw new AppError('outside-role')
  const clock = { deviceAt: recorded?.at ?? now.toISOString(), offsetMs: recorded?.offsetMs ?? null }
  const tenure = tenureAt(tenures, clock, now)
  if (!tenure) throw new AppError('visit-handed-over')
  if (tenure.until === null && !isCancelledNow) return { type: 'recordPayment', method }
  return { type: 'reportPayment', method, at: timeWithin(tenure, clock, now).at, by }
}

/** A text that a person typed is not in the events. */
function referenceRows(bookings: LoadedVisit['bookings'], typed: string): ReadonlyMap<string, VisitRow> {
  // half a surrogate pair cannot be encoded, for example '\ud800'
  const reference = typed.toWellFormed()
  return new Map(bookings.map(({ bookingId }) => [bookingId, { payment: { bookingId, reference } }]))
}
